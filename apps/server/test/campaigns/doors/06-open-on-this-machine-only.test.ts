import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAccount } from '../../harness.ts';
import { startProgram } from '../../processes/support.ts';
import {
  AS_IT_COMES,
  freePort,
  get,
  type Install,
  newInstall,
  OUTER_ADDRESS,
  PRODUCTION,
  portOf,
  QUIET_DOCTOR,
} from './support.ts';

/** Line 6: what stands open to a developer stands open to nobody else. */

const LOCAL_ONLY = [
  ...['/dev/caixa', '/dev/emails', '/dev/emails/convite/html', '/dev/emails/galeria.css'],
  ...['/doutor', '/metrics'],
];

let install: Install;
beforeAll(async () => {
  install = await newInstall();
});
afterAll(() => install.stop());

const statuses = (port: number, headers: Record<string, string> = {}) =>
  Promise.all(LOCAL_ONLY.map(async (path) => (await get(port, path, headers)).status));
const all = (status: number) => LOCAL_ONLY.map(() => status);

it('`npm start` with nothing configured listens on this machine alone, and says what is open', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-portas-'));
  const program = startProgram('main', { ...AS_IT_COMES, ...QUIET_DOCTOR, DATA_DIR: dataDir });
  try {
    const port = portOf(await program.started);
    expect(await statuses(port)).toEqual(all(200));
    if (OUTER_ADDRESS) await expect(get(port, '/healthz', { address: OUTER_ADDRESS })).rejects.toThrow('ECONNREFUSED');
    const warned = program.output().match(/^ {2}atenção .*$/gm) ?? [];
    expect(warned.join('\n')).toMatch(/\/dev\/caixa mostra a quem usa esta máquina links de assinatura/);
    expect(warned.join('\n')).toMatch(/webhooks .* 127\.0\.0\.0\/8/);
  } finally {
    await program.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

describe('on a machine that others reach', () => {
  let port: number;
  beforeAll(async () => {
    const program = install.start({ ...AS_IT_COMES, HOST: '0.0.0.0' });
    port = portOf(await program.started);
    expect(program.output()).toMatch(/^ {2}atenção .*HOST=0\.0\.0\.0: a porta \d+ atende sem TLS/m);
  });

  it('the developer reads them', async () => {
    expect(await statuses(port)).toEqual(all(200));
  });

  it.each([
    ['another name, as after DNS rebinding', { host: 'rubrica.exemplo' }],
    ['the name with another port', { host: 'localhost:1' }],
    ['X-Forwarded-For', { 'x-forwarded-for': '127.0.0.1' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'localhost' }],
    ['Forwarded', { forwarded: 'for=127.0.0.1' }],
    ['X-Real-IP', { 'x-real-ip': '127.0.0.1' }],
    ['Via', { via: '1.1 proxy' }],
  ])('a request with %s gets what an unknown route gets', async (_what, headers) => {
    expect(await statuses(port, headers)).toEqual(all(404));
    expect((await get(port, '/', headers)).text).not.toContain('Mensagens capturadas');
  });

  it.skipIf(OUTER_ADDRESS === undefined)('nor does a neighbour on the network, whatever name he calls', async () => {
    const address = OUTER_ADDRESS as string;
    expect((await get(port, '/healthz', { address })).status).toBe(200);
    expect(await statuses(port, { address })).toEqual(all(404));
    const { text } = await get(port, '/', { address });
    expect(text).not.toContain('Mensagens capturadas');
    expect(text).not.toContain(install.env.DATA_DIR);
  });

  it.skipIf(OUTER_ADDRESS === undefined)(
    'but a network in DEV_ALLOW_NETWORKS does, still not through a proxy',
    async () => {
      const address = OUTER_ADDRESS as string;
      const program = install.start({ ...AS_IT_COMES, HOST: '0.0.0.0', DEV_ALLOW_NETWORKS: `${address}/32` });
      const allowed = portOf(await program.started);
      expect(await statuses(allowed, { address })).toEqual(all(200));
      expect(await statuses(allowed, { address, 'x-forwarded-for': address })).toEqual(all(404));
      expect(program.output()).toContain(`a quem usa esta máquina e ${address}/32`);
    },
  );
});

describe('PUBLIC_ORIGIN that is not this machine', () => {
  const refused = async (env: Record<string, string>) => {
    const program = install.start({ ...AS_IT_COMES, ...env });
    await expect(program.started).rejects.toThrow();
    expect(await program.ended).toBe(1);
    return program.output();
  };

  it('does not start in development, and says what to set', async () => {
    const said = await refused({ PUBLIC_ORIGIN: 'https://rubrica.exemplo', SMTP_URL: 'smtp://127.0.0.1:25' });
    expect(said).toMatch(/PUBLIC_ORIGIN: .*NODE_ENV=production/);
  });

  it('does not start over http, in production either', async () => {
    const said = await refused({ ...PRODUCTION, PUBLIC_ORIGIN: 'http://rubrica.exemplo' });
    expect(said).toMatch(/PUBLIC_ORIGIN: .*PUBLIC_ORIGIN=https:\/\/rubrica\.exemplo/);
    expect(await refused({ ...PRODUCTION, PUBLIC_URL: 'http://rubrica.exemplo' })).toMatch(/PUBLIC_URL: .*https/);
  });

  it('leaves nothing open, from this machine either, and no webhook reaches the loopback', async () => {
    const port = await freePort();
    const program = install.start({
      ...PRODUCTION,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_ORIGIN: 'https://rubrica.exemplo',
    });
    await expect.poll(() => program.output(), { timeout: 60_000 }).toContain('no ar em https://rubrica.exemplo');
    expect(await statuses(port)).toEqual(all(404));
    expect(await statuses(port, { host: 'rubrica.exemplo' })).toEqual(all(404));
    expect(await statuses(port, { host: 'localhost' })).toEqual(all(404));
    expect(program.output()).not.toContain('/dev/caixa mostra');
    expect(program.output()).toMatch(/^ {2}atenção .*TRUST_PROXY não definida/m);
    expect(program.output()).toMatch(/^ {2}atenção .*chave mestra está junto dos dados/m);
    expect(program.output()).toMatch(/webhooks +só endereços públicos/);
  });
});

describe('/metrics', () => {
  it('is opened by METRICS_TOKEN to whoever bears it, and to nobody else', async () => {
    const program = install.start({ ...AS_IT_COMES, METRICS_TOKEN: 'medidas' });
    const port = portOf(await program.started);
    const { status, headers } = await get(port, '/metrics');
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect((await get(port, '/metrics', { authorization: 'Bearer outra' })).status).toBe(401);
    const asked = await get(port, '/metrics', {
      authorization: 'Bearer medidas',
      host: 'rubrica.exemplo',
      'x-forwarded-for': '203.0.113.9',
    });
    expect(asked.status).toBe(200);
    expect(asked.text).toContain('rubrica_http_request_duration_seconds');
  });

  it('moves to METRICS_PORT, where nothing else is served', async () => {
    const own = await freePort();
    const program = install.start({ ...AS_IT_COMES, METRICS_PORT: String(own) });
    const port = portOf(await program.started);
    expect((await get(port, '/metrics')).status).toBe(404);
    expect((await get(own, '/metrics', { host: 'outro' })).text).toContain('rubrica_http_request_duration_seconds');
    for (const path of ['/', '/dev/caixa', '/v1/openapi.json']) expect((await get(own, path)).status).toBe(404);
    expect(await program.stop()).toBe(0);
  });
});

it('a tenant of a development installation reads no more of the loopback once webhooks may not', async () => {
  const program = install.start({ ...AS_IT_COMES, TRUST_PROXY: '127.0.0.1', WEBHOOK_ALLOW_NETWORKS: 'none' });
  const origin = await program.started;
  const { live } = await newAccount(origin);
  const answer = await fetch(`${origin}/v1/webhooks`, {
    method: 'POST',
    headers: { ...live, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'http://127.0.0.1:9/', eventos: ['document.sent'] }),
  });
  expect(answer.status).toBe(400);
});
