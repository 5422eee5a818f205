import { randomUUID } from 'node:crypto';
import {
  INITIAL_PLAN_DRAFTS,
  INVITATIONS_PER_DAY,
  INVITATIONS_TO_ADDRESS_PER_DAY,
  KEYS_MAX,
  PASSWORD_FREE_FAILURES,
  SESSION_ROUTES_PER_MINUTE,
  WEBHOOKS_MAX,
} from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { addressKey } from '../../../src/core/address.ts';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { call, documentForm, elsewhere, newAccount, type Service, startService } from '../../harness.ts';
import { login, PASSWORD, refusal, send, signUp, someone } from '../../modules/sessoes/support.ts';

/** What costs nothing is limited, and whom it would reach is spared. */

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

const DAY_MS = 24 * 3600_000;

describe('invitations of members by mail', () => {
  const invite = (panel: Record<string, string>, email = someone(), root = '') =>
    call(`${service.origin}/v1${root}/organizacao/membros`, 'POST', { email, papel: 'OPERADOR' }, panel);

  it('are 20 a day of an organization; the sandbox, whose mail reaches nobody, has no count', async () => {
    const { panel } = await newAccount(service.origin);
    for (let made = 0; made < INVITATIONS_PER_DAY; made += 1) expect((await invite(panel)).status).toBe(201);
    const refused = await invite(panel);
    expect(refusal(refused)).toEqual([429, 'LIMITE_EXCEDIDO']);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(DAY_MS / 1000 - 600);
    expect((await invite(panel, someone(), '/sandbox')).status).toBe(201);
    const members = await call(`${service.origin}/v1/organizacao/membros?limite=1`, 'GET', undefined, panel);
    expect(members.body.total).toBe(INVITATIONS_PER_DAY + 2);
  });

  it('are 3 a day to one address, whoever invites and however it is written', async () => {
    const accounts = [await newAccount(service.origin), await newAccount(service.origin)];
    const email = someone();
    for (let made = 0; made < INVITATIONS_TO_ADDRESS_PER_DAY; made += 1) {
      const { panel } = accounts[made % 2] as (typeof accounts)[number];
      expect((await invite(panel, made % 2 ? email.toUpperCase() : email)).status).toBe(201);
    }
    for (const { panel } of accounts) expect(refusal(await invite(panel, email))).toEqual([429, 'LIMITE_EXCEDIDO']);
    expect((await invite(accounts[0]?.panel ?? {})).status).toBe(201);
    service.clock.advance(DAY_MS + 1000);
    const { panel } = await newAccount(service.origin);
    expect((await invite(panel, email)).status).toBe(201);
  });

  it('count each other where they arrive together', async () => {
    const { panel } = await newAccount(service.origin);
    const answers = await Promise.all(Array.from({ length: INVITATIONS_PER_DAY + 5 }, () => invite(panel)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(INVITATIONS_PER_DAY);
  });
});

describe('an organization keeps', () => {
  it('a hundred living keys of an environment', async () => {
    const { panel } = await newAccount(service.origin);
    const create = (ambiente: string) =>
      call(`${service.origin}/v1/chaves-api`, 'POST', { nome: 'k', ambiente, escopos: ['documentos:ler'] }, panel);
    // One of each environment came with the account.
    const ids: string[] = [];
    for (let made = 1; made < KEYS_MAX; made += 1) ids.push((await create('TESTE')).body.id);
    expect(refusal(await create('TESTE'))).toEqual([422, 'LIMITE_EXCEDIDO']);
    expect((await create('PRODUCAO')).status).toBe(201);
    await call(`${service.origin}/v1/chaves-api/${ids[0]}`, 'DELETE', undefined, panel);
    expect((await create('TESTE')).status).toBe(201);
  });

  it('twenty webhooks of an environment, also where they arrive together', async () => {
    const { panel } = await newAccount(service.origin);
    const create = (root = '/sandbox') =>
      call(
        `${service.origin}/v1${root}/webhooks`,
        'POST',
        { url: `http://127.0.0.1:9/${randomUUID()}`, eventos: ['document.created'] },
        panel,
      );
    const answers = await Promise.all(Array.from({ length: WEBHOOKS_MAX + 5 }, () => create()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(WEBHOOKS_MAX);
    expect(refusal(await create())).toEqual([422, 'LIMITE_EXCEDIDO']);
    const first = answers.find(({ status }) => status === 201)?.body.id;
    await call(`${service.origin}/v1/sandbox/webhooks/${first}`, 'DELETE', undefined, panel);
    expect((await create()).status).toBe(201);
  });

  it('five hundred drafts of the initial plan, however they are created', async () => {
    const { panel } = await newAccount(service.origin);
    const create = () =>
      call(`${service.origin}/v1/sandbox/documentos`, 'POST', documentForm(tinyPdf(), { titulo: 'R' }), panel);
    const first = (await create()).body.id;
    // Copies of the draft as rows, instead of five hundred uploads.
    await service.owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`create temporary table copia on commit drop as select * from documento where id = ${first}`;
      for (let made = 2; made < INITIAL_PLAN_DRAFTS; made += 1) {
        await tx`update copia set id = gen_random_uuid()`;
        await tx`insert into documento select * from copia`;
      }
    });
    expect((await create()).status).toBe(201);
    const refused = await create();
    expect(refusal(refused)).toEqual([422, 'LIMITE_EXCEDIDO']);
    expect(refused.body.detail).toContain('500 rascunhos');
    await call(`${service.origin}/v1/sandbox/documentos/${first}`, 'DELETE', undefined, panel);
    expect((await create()).status).toBe(201);
    expect(refusal(await create())).toEqual([422, 'LIMITE_EXCEDIDO']);
    await service.owner`
      update organizacao set plano_codigo = 'ESSENCIAL'
       where id = (select organizacao_id from documento where id = ${first})`;
    expect((await create()).status).toBe(201);
  });
});

describe('passwords', () => {
  const timed = async (email: string, senha: string) => {
    const before = performance.now();
    const answer = await login(service, email, senha);
    return { refused: refusal(answer), ms: performance.now() - before };
  };

  it('after five wrong ones of an account the answers are slowed, from wherever they come, the right one too', async () => {
    const email = await signUp(service);
    await service.owner`truncate tentativa_senha`;
    for (let wrong = 0; wrong < PASSWORD_FREE_FAILURES; wrong += 1) await timed(email, 'errada');
    const sixth = await timed(email.toUpperCase(), 'errada');
    expect(sixth.refused).toEqual([401, 'CREDENCIAL_INVALIDA']);
    expect(sixth.ms).toBeGreaterThanOrEqual(1000);
    const right = await timed(email, PASSWORD);
    expect(right.refused[0]).toBe(201);
    expect(right.ms).toBeGreaterThanOrEqual(2000);
    // It ends the row of wrong ones: the next is the first of another, which nothing slows.
    await timed(email, 'errada');
    expect(await service.owner`select seguidas from tentativa_senha`).toEqual([{ seguidas: 1 }]);
  });

  it('of an address without an account are treated alike', async () => {
    const email = someone();
    for (let wrong = 0; wrong < PASSWORD_FREE_FAILURES; wrong += 1) await timed(email, 'errada');
    expect((await timed(email, 'errada')).ms).toBeGreaterThanOrEqual(1000);
  });

  it('that arrive together count each other, and beyond ten that wait the next are told to come back', async () => {
    const email = await signUp(service);
    await service.owner`truncate tentativa_senha`;
    // Five are free, ten are held back for 1, 2, 4 ... 60 s; of the others none waits while ten do.
    const many = Array.from({ length: 30 }, () => login(service, email, 'errada'));
    // Whoever still waits is answered as the service stops.
    for (const one of many) one.catch(() => null);
    const first = (status: number) =>
      Promise.any(
        many.map(async (one) => {
          const answer = await one;
          if (answer.status !== status) throw new Error(`answered ${answer.status}`);
          return answer;
        }),
      );
    const over = await first(429);
    expect([...refusal(over), over.headers.get('retry-after')]).toEqual([429, 'LIMITE_EXCEDIDO', '60']);
    const [row] = await service.owner<{ seguidas: number }[]>`select seguidas from tentativa_senha`;
    expect(row?.seguidas).toBeGreaterThanOrEqual(15);
    expect(refusal(await first(401))).toEqual([401, 'CREDENCIAL_INVALIDA']);
  });

  it('are counted for the second factor as for the login', async () => {
    const account = await newAccount(service.origin);
    const begin = (senha: string) => send(service, 'POST', '/autenticacao/2fa', { as: account.panel, body: { senha } });
    for (let wrong = 0; wrong < PASSWORD_FREE_FAILURES; wrong += 1) await begin('errada');
    const before = performance.now();
    expect(refusal(await begin('errada'))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    expect(performance.now() - before).toBeGreaterThanOrEqual(1000);
  });
});

describe('limits per address', () => {
  it('count an IPv6 address by its /64', async () => {
    onTestFinished(service.clock.slow());
    const from = (ip: string) =>
      call(`${service.origin}/v1/sessoes`, 'POST', { email: someone(), senha: 'x' }, { 'x-forwarded-for': ip });
    for (let made = 0; made < SESSION_ROUTES_PER_MINUTE; made += 1) {
      expect(refusal(await from(`2001:db8:77:1::${made + 1}`))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    }
    expect(refusal(await from('2001:db8:77:1:ffff:ffff:ffff:ffff'))).toEqual([429, 'LIMITE_EXCEDIDO']);
    expect(refusal(await from('2001:db8:77:2::1'))).toEqual([401, 'CREDENCIAL_INVALIDA']);
    expect((await from(elsewhere()['x-forwarded-for'])).status).toBe(401);
  });

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['198.51.100.7', '198.51.100.7'],
    ['desconhecido', 'desconhecido'],
  ])('name %s %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });
});
