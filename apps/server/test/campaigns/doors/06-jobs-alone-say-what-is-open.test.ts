import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Program, type ProgramName, startProgram } from '../../processes/support.ts';
import { freePort, get, type Install, newInstall, PRODUCTION } from './support.ts';

/** Line 6: a process that only works jobs says what is open about it, and nothing of doors that are HTTP's. */

const PUBLISHED = { ...PRODUCTION, PUBLIC_ORIGIN: 'https://rubrica.exemplo', WEBHOOK_ALLOW_NETWORKS: '10.0.0.0/8' };

let install: Install;
const running: Program[] = [];
beforeAll(async () => {
  install = await newInstall();
  const migration = start('migrate', {});
  expect(await migration.ended).toBe(0);
});
afterAll(async () => {
  await Promise.all(running.map((program) => program.stop()));
  await install.stop();
});

function start(name: ProgramName, more: Record<string, string>): Program {
  const program = startProgram(name, { ...PUBLISHED, ...install.env, ...more });
  running.push(program);
  return program;
}

const WAYS: readonly (readonly [string, ProgramName, Record<string, string>])[] = [
  ['`npm run worker`', 'worker', {}],
  ['`npm start` with ROLES=jobs', 'main', { ROLES: 'jobs' }],
];

it.each(WAYS)('%s', async (_how, name, env) => {
  const program = start(name, env);
  await program.started;
  const said = (program.output().match(/^ {2}atenção .*$/gm) ?? []).join('\n');
  expect(said).toMatch(/webhooks .* 10\.0\.0\.0\/8/);
  expect(said).toMatch(/npm run operador -- caixa/);
  expect(said).toMatch(/chave mestra está junto dos dados/);
  expect(said).toMatch(/selo está junto dos dados/);
  expect(said).toMatch(/MIGRATE_DATABASE_URL/);
  expect(said).not.toMatch(/\/dev\/caixa|HOST=|TRUST_PROXY|antivírus|\/metrics/);
});

it('has its metrics on METRICS_PORT, and whether it is ready, and nothing else', async () => {
  const own = await freePort();
  const env = { METRICS_PORT: String(own), HOST: '0.0.0.0', LOG_LEVEL: 'warn' };
  const program = start('worker', env);
  await program.started;
  expect(program.output()).toMatch(/^ {2}atenção .*a porta \d+ mostra \/metrics/m);
  expect((await get(own, '/metrics')).text).toMatch(/^rubrica_build_info\{version="[\d.]+",roles="jobs"\} 1$/m);
  expect(await get(own, '/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  expect(JSON.parse((await get(own, '/readyz')).text)).toMatchObject({ status: 'ok', dependencias: { banco: 'ok' } });
  for (const path of ['/', '/v1/openapi.json', '/dev/caixa']) expect((await get(own, path)).status).toBe(404);

  // One environment for all processes of a machine: the port is the first one's.
  const second = start('worker', env);
  await second.started;
  expect(await second.stop()).toBe(0);
  expect(second.output()).toContain('METRICS_PORT belongs to another process');
});
