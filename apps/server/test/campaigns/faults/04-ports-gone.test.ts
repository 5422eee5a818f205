import { startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRedis } from '../../adapters/redis-peer.ts';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, call, documentForm, newAccount, type Service, startService, until } from '../../harness.ts';
import { answer, startReceiver } from '../../modules/webhooks/receiver.ts';
import { startWire, type Wire } from './switch.ts';

/** What the service needs and is gone, or silent, holds nobody up, is told as it is, and is used again once it is back. */

/** Between two attempts to send a code, however often it failed (`SEND_CODE`). */
const LONGEST_PAUSE_S = 3;

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const ask = (service: Service, account: Account, path: string, method = 'GET', body?: unknown) =>
  call(`${service.origin}/v1${path}`, method, body, account.live);

async function readiness({ origin }: Service) {
  const response = await fetch(`${origin}/readyz`);
  return { http: response.status, ...((await response.json()) as object) } as {
    http: number;
    status: string;
    dependencias: Record<string, string>;
  };
}

const metric = async ({ origin }: Service, line: RegExp) =>
  Number(line.exec(await (await fetch(`${origin}/metrics`)).text())?.[1]);
const degraded = (service: Service) => metric(service, /^rubrica_degraded\{what="limites"\} (\d)/m);

describe('Redis', () => {
  let service: Service;
  let account: Account;
  let wire: Wire;
  beforeAll(async () => {
    const redis = await startRedis();
    closing.push(() => redis.stop());
    wire = await startWire({ path: redis.socket });
    closing.push(() => wire.close());
    service = await startService({ REDIS_URL: `redis://127.0.0.1:${wire.port}` });
    closing.push(() => service.stop());
    account = await newAccount(service.origin);
  });

  const organization = () => ask(service, account, '/organizacao');

  it('that is there is used, and all is well', async () => {
    expect((await organization()).status).toBe(200);
    expect(await readiness(service)).toMatchObject({ http: 200, status: 'ok', dependencias: { limites: 'ok' } });
    expect(await degraded(service)).toBe(0);
  });

  it.each(['cut', 'silence'] as const)(
    '%s: limits are counted in the process, told as degraded, then shared again',
    async (fault) => {
      wire[fault]();
      // A minute of the key's own is before it: the limit holds in the process too.
      service.clock.advance(61_000);
      const statuses = [];
      for (let n = 0; n < 61; n += 1) statuses.push((await organization()).status);
      expect(statuses).toEqual([...Array(60).fill(200), 429]);
      expect(await readiness(service)).toMatchObject({
        http: 200,
        status: 'degradado',
        dependencias: { limites: 'degradado' },
      });
      expect(await degraded(service)).toBe(1);

      wire.mend();
      await until(async () => (await readiness(service)).status === 'ok');
      service.clock.advance(61_000);
      expect((await organization()).status).toBe(200);
      expect(await degraded(service)).toBe(0);
    },
  );
});

describe('the object store', () => {
  let service: Service;
  let account: Account;
  let wire: Wire;
  beforeAll(async () => {
    const store = await startFauxqs({ port: 0, logger: false });
    store.createBucket('rubrica');
    closing.push(() => store.stop());
    wire = await startWire({ host: '127.0.0.1', port: store.port });
    closing.push(() => wire.close());
    service = await startService({ S3_URL: `s3://chave:segredo@127.0.0.1:${wire.port}/rubrica?tls=off` });
    closing.push(() => service.stop());
    account = await newAccount(service.origin);
  });

  it.each(['cut', 'silence'] as const)('%s: /readyz says so soon, and again when it is back', async (fault) => {
    expect(await readiness(service)).toMatchObject({ http: 200, dependencias: { arquivos: 'ok' } });
    wire[fault]();
    const upload = (titulo: string) =>
      ask(service, account, '/documentos', 'POST', documentForm(tinyPdf(), { titulo }));
    // Who needs a silent store waits as long as for a large file, minutes: nobody else is answered after that.
    let over = false;
    const waiting = fault === 'silence' ? upload('À espera').finally(() => (over = true)) : null;
    const found = await until(async () => {
      const told = await readiness(service);
      return told.http === 503 && told;
    });
    expect(found).toMatchObject({ status: 'indisponivel', dependencias: { arquivos: 'falhou', banco: 'ok' } });
    expect((await fetch(`${service.origin}/`)).status).toBe(200);
    expect(over).toBe(false);

    wire.mend();
    await until(async () => (await readiness(service)).http === 200);
    expect((await upload('De volta')).status).toBe(201);
    await waiting;
  });
});

describe('the SMS gateway', () => {
  it('that is gone for a while delivers a code soon after it is back', async () => {
    let there = false;
    const gateway = await startReceiver((request, response, index) =>
      answer(there ? 200 : 503)(request, response, index),
    );
    closing.push(() => gateway.close());
    const service = await startService({ SMS_GATEWAY_URL: gateway.url });
    closing.push(() => service.stop());
    const account = await newAccount(service.origin);
    const signatario = {
      ...{ funcao: 'ASSINAR', nome: 'João da Silva', telefone: '+5511987654321', metodoEntrega: 'LINK' },
      ...{ fatoresExigidos: ['SMS_OTP'] },
    };
    const { body: draft } = await ask(
      service,
      account,
      '/documentos',
      'POST',
      documentForm(tinyPdf(), {
        titulo: 'Com código',
        fatoresExigidos: ['SMS_OTP'],
        signatarios: [signatario],
        campos: [{ tipo: 'ASSINATURA', pagina: 1, x: 0.1, y: 0.7, largura: 0.4, altura: 0.1 }],
      }),
    );
    const { body: sent } = await ask(service, account, `/documentos/${draft.id}/enviar`, 'POST');
    const token = sent.signatarios[0].link.split('/').pop();
    await call(`${service.origin}/v1/assinatura/${token}`);
    const asked = await call(`${service.origin}/v1/assinatura/${token}/otp`, 'POST', { fator: 'SMS_OTP' });
    expect(asked.status).toBe(200);
    // What a doubled pause grows to by the sixth attempt is eight seconds and more.
    let longest = 0;
    await until(async () => {
      const [row] = await service.owner<{ pause: number }[]>`
        select extract(epoch from max(start_after) - clock_timestamp())::float8 as pause
          from fila.job where name = 'enviar-codigo' and state = 'retry'`;
      longest = Math.max(longest, row?.pause ?? 0);
      return gateway.requests.length >= 6;
    });
    expect(longest).toBeLessThanOrEqual(LONGEST_PAUSE_S);
    there = true;
    await gateway.received(gateway.requests.length + 1, 40_000);
  });
});
