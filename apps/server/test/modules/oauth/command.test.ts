import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDatabase } from '../../database.ts';
import { call, newAccount, type Service, startService, until } from '../../harness.ts';
import { operator } from '../../operator.ts';
import { askToken, type Client, callApi, consented, outcome, REDIRECT } from './support.ts';

/** The operator's command, and the service as a process of its own, over one data directory and database. */

const fileOf = (name: string) => fileURLToPath(new URL(`../../../src/${name}`, import.meta.url));

let dataDir: string;
let database: Awaited<ReturnType<typeof newDatabase>>;
const env = (more: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? '',
  NODE_ENV: 'test',
  DATA_DIR: dataDir,
  DATABASE_URL: database.url,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
  LOG_LEVEL: 'error',
  ...more,
});

const command = (...args: string[]) => operator(env(), 'oauth', ...args);

let organizacaoId: string;
let ownerEmail: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rubrica-oauth-'));
  database = await newDatabase();
  const service = await startService({ DATA_DIR: dataDir, DATABASE_URL: database.url });
  try {
    const owner = await newAccount(service.origin);
    ownerEmail = owner.email;
    organizacaoId = (await call(`${service.origin}/v1/organizacao`, 'GET', undefined, owner.live)).body.id;
  } finally {
    await service.stop();
  }
});
afterAll(async () => {
  await database?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

describe('npm run operador -- oauth', () => {
  it.each([[[]], [['--tudo']], [['sobra']], [['registrar']], [['listar', '--tudo']], [['revogar']]])(
    '%j tells how it is used',
    async (args) => {
      const { code, out, err } = await command(...args);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(/^Uso:/);
    },
  );

  it.each([
    [
      ['registrar', '--nome', '', '--escopos', 'tudo', '--redirect', 'http://erp.exemplo.com.br/'],
      /nome: .*\nescopos: .*\nredirect: /,
    ],
    [
      ['registrar', '--nome', '𓀀', '--escopos', 'documentos:ler', '--redirect', REDIRECT],
      /nome: Não é possível desenhar/,
    ],
    [['revogar', 'app_live_nenhum'], /Não existe/],
  ])('%j is refused with every reason', async (args, reason) => {
    const { code, out, err } = await command(...args);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(reason);
  });
});

describe('an application registered by the command', () => {
  let client: Client;
  let own: Client;
  let service: { origin: string; child: ChildProcess; output: () => string; stop: () => Promise<unknown> };
  /** What it was answered while the service ran, which has ended since. */
  let served: Awaited<ReturnType<typeof askedForTokens>>;

  const registered = async (...args: string[]): Promise<Client> => {
    const { code, out, err } = await command('registrar', '--ambiente', 'TESTE', '--nome', 'ERP', ...args);
    expect([code, err]).toEqual([0, '']);
    const [, id = '', secret = ''] =
      /^client_id +(app_test_\w{12})\nclient_secret +(svc_cliente_[\w-]{43})\n/.exec(out) ?? [];
    return { id, secret, redirect: REDIRECT, environment: 'TESTE' };
  };

  beforeAll(async () => {
    client = await registered('--escopos', 'documentos:ler,organizacao:ler', '--redirect', REDIRECT);
    own = await registered('--escopos', 'documentos:ler', '--organizacao', organizacaoId, '--responsavel', ownerEmail);
    const child = spawn(process.execPath, [fileOf('main.ts')], {
      env: env({ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'trace', OAUTH_ENABLED: 'on', TRUST_PROXY: '127.0.0.1/32' }),
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    const origin = await until(async () => /Rubrica no ar em (\S+)/.exec(text)?.[1]);
    const stop = async () => {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    };
    service = { origin, child, output: () => text, stop };
    served = await askedForTokens(service as never);
    await service.stop();
  });
  afterAll(async () => {
    if (service?.child.exitCode === null) await service.stop();
  });

  async function askedForTokens(on: Service) {
    const { code, verifier, exchange } = await consented(on, client, await newAccount(on.origin));
    const { body: tokens } = await askToken(on, client, exchange);
    const used = await callApi(on, tokens.access_token);
    const second = await askToken(on, client, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
    const third = await askToken(on, own, { grant_type: 'client_credentials' });
    const wrongSecret = await askToken(on, { ...client, secret: 'errado' }, exchange);
    const wrongVerifier = await askToken(on, client, { ...exchange, code_verifier: 'errado' });
    await until(async () => service.output().split('/oauth/token').length > 5);
    const secrets = [code, verifier, client.secret, own.secret, tokens.access_token, tokens.refresh_token];
    secrets.push(second.body.refresh_token, third.body.access_token);
    return { tokens, used, third, wrongSecret, wrongVerifier, secrets };
  }

  it('gets tokens by every grant type, and no secret of it reaches the log', () => {
    const { used, third, wrongSecret, wrongVerifier, secrets } = served;
    expect(used.status).toBe(200);
    expect(third.body.organizacaoId).toBe(organizacaoId);
    expect(outcome(wrongSecret)).toBe('401 invalid_client');
    expect(outcome(wrongVerifier)).toBe('400 invalid_grant');
    for (const secret of secrets) expect(service.output()).not.toContain(secret);
  });

  it('is listed without its secret, with what was granted to it, and revoked', async () => {
    const list = await command('listar');
    expect(list.out).toContain(client.id);
    expect(list.out).not.toContain(client.secret);
    const grants = (await command('concessoes', served.tokens.organizacaoId)).out.trim().split('\n');
    const { id, client_id } = JSON.parse(grants.at(-1) ?? '{}');
    expect(client_id).toBe(client.id);
    // The code was used twice, so that the grant is over already.
    expect((await command('revogar-concessao', id)).code).toBe(1);
    const [granted] = (await command('concessoes', organizacaoId)).out.trim().split('\n');
    expect((await command('revogar-concessao', JSON.parse(granted ?? '{}').id)).out).toBe('Concessão revogada.\n');
    expect((await command('revogar', client.id)).out).toBe('Aplicativo revogado.\n');
    expect((await command('revogar', client.id)).code).toBe(1);
  });
});
