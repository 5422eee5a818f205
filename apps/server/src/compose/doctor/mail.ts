import { randomUUID } from 'node:crypto';
import type { Finding } from '@rubrica/contract';
import { createSmtpMail, greetMailServer } from '../../adapters/mail-smtp.ts';
import type { Config } from '../../config/index.ts';
import { isLocalHost } from '../../core/networks.ts';
import { type Check, failed, fine, inapplicable, warned } from './check.ts';
import { examineDomain } from './mail-domain.ts';
import { placeOf, reasonOf } from './words.ts';

const NAME = 'E-mail';

export const mail: Check = {
  ponto: NAME,
  async run({ config, recipients }, signal) {
    const { smtpUrl, production, mailFrom } = config;
    if (smtpUrl === null) {
      const fact = 'SMTP_URL não definida: os e-mails são capturados, e não chegam a ninguém.';
      return [production ? warned(NAME, fact, 'Defina SMTP_URL.') : inapplicable(NAME, fact)];
    }
    const domain = mailFrom.address.slice(mailFrom.address.indexOf('@') + 1);
    const [server, ofDomain, sent] = await Promise.all([
      greet(smtpUrl, signal),
      examineDomain(domain, config.doctor.dnsServers, signal),
      send(smtpUrl, config, recipients.mail),
    ]);
    return [server, ...ofDomain, ...sent];
  },
};

async function greet(smtpUrl: string, signal: AbortSignal): Promise<Finding> {
  const place = placeOf(smtpUrl);
  try {
    const { encrypted, loggedIn } = await greetMailServer(smtpUrl, signal);
    const login = loggedIn === null ? 'sem usuário nem senha' : 'aceitou o usuário e a senha';
    const fact = `${place} responde, ${encrypted ? 'com TLS' : 'sem TLS'}, ${login}.`;
    if (encrypted || isLocalHost(new URL(smtpUrl).hostname)) return fine(NAME, fact);
    const advice = 'Use smtps:// ou um servidor com STARTTLS: os links de assinatura vão nessas mensagens.';
    return loggedIn === null ? warned(NAME, fact, advice) : failed(NAME, `${fact} A senha passa aberta.`, advice);
  } catch (error) {
    return failed(NAME, `${place}: ${reasonOf(error)}.`, 'Confira SMTP_URL: endereço, porta, usuário e senha.');
  }
}

async function send(smtpUrl: string, { mailFrom, publicUrl }: Config, to: string | null): Promise<Finding[]> {
  const name = 'E-mail: mensagem';
  if (to === null) return [];
  const text = `Esta mensagem foi pedida por “operador doutor” em ${publicUrl}. Se você a recebeu fora do spam, os e-mails saem.`;
  const sender = createSmtpMail(smtpUrl, mailFrom);
  try {
    const subject = 'Rubrica: mensagem do doutor';
    await sender.send({ to, subject, text, html: `<p>${text}</p>`, messageId: randomUUID() });
    return [fine(name, `Aceita pelo servidor, para ${to}; confira se chegou, e onde.`)];
  } catch (error) {
    return [
      failed(name, `Não foi aceita: ${reasonOf(error)}.`, 'Confira MAIL_FROM e o que o servidor permite enviar.'),
    ];
  } finally {
    await sender.close();
  }
}
