import { randomUUID } from 'node:crypto';
import type { Finding } from '@rubrica/contract';
import { createSmsGateway, greetSmsGateway } from '../../adapters/sms-gateway.ts';
import { type Check, failed, fine, inapplicable, type Subject, unverified, warned } from './check.ts';
import { placeOf, reasonOf } from './words.ts';

const NAME = 'SMS';
const CREDENTIALS_NAME = 'SMS: credenciais';
const REFUSED: readonly number[] = [401, 403, 407];

export const sms: Check = {
  ponto: NAME,
  async run(subject, signal) {
    const { config } = subject;
    if (config.smsGateway === null) {
      const fact = 'SMS_GATEWAY_URL não definida: os SMS são capturados, e não chegam a ninguém.';
      return [
        config.production ? warned(NAME, fact, 'Defina SMS_GATEWAY_URL, ou não exija SMS.') : inapplicable(NAME, fact),
      ];
    }
    const found = await greet(config.smsGateway, signal);
    return [...found, ...(await send(config.smsGateway, subject.recipients.sms))];
  },
};

type Gateway = NonNullable<Subject['config']['smsGateway']>;

async function greet(gateway: Gateway, signal: AbortSignal): Promise<Finding[]> {
  const place = placeOf(gateway.url);
  const advice = 'Confira SMS_GATEWAY_URL e SMS_GATEWAY_TOKEN com quem fornece o gateway.';
  try {
    const status = await greetSmsGateway(gateway, signal);
    if (status >= 500) return [failed(NAME, `${place} respondeu ${status}.`, 'Veja com quem fornece o gateway.')];
    const reached = fine(NAME, `${place} responde (HTTP ${status}, sem mensagem).`);
    if (REFUSED.includes(status)) return [reached, failed(CREDENTIALS_NAME, `Recusadas (HTTP ${status}).`, advice)];
    const fact = 'Não foram recusadas; se são aceitas, só uma mensagem diz.';
    return [reached, unverified(CREDENTIALS_NAME, fact, 'Mande uma: operador doutor --so sms --sms +5511987654321')];
  } catch (error) {
    return [failed(NAME, `${place} não foi alcançado: ${reasonOf(error)}.`, advice)];
  }
}

async function send(gateway: Gateway, to: string | null): Promise<Finding[]> {
  const name = 'SMS: mensagem';
  if (to === null) return [];
  try {
    const text = 'Rubrica: mensagem do doutor. Se você a recebeu, os SMS saem.';
    await createSmsGateway(gateway).send({ to, text, messageId: randomUUID() });
    return [fine(name, `Aceita pelo gateway, para ${to}; confira o telefone.`)];
  } catch (error) {
    return [failed(name, `O gateway não a aceitou: ${reasonOf(error)}.`, 'Veja com quem fornece o gateway.')];
  }
}
