import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { completed, fileOf, signaturesOf, signedByAll, statusOf } from '../campaigns/evidence/seals.ts';
import { newDatabase } from '../database.ts';
import { type Service, startService } from '../harness.ts';
import { newSender, until } from '../modules/support.ts';
import { operator } from '../operator.ts';

/** The seals of an installation over its life: begun, renewed, revoked. Each test has an installation of its own. */

interface Line {
  readonly impressaoDigital: string;
  readonly ambiente: string;
  readonly de: string;
  readonly ate: string | null;
  readonly revogadoEm: string | null;
  readonly pem: string;
}

let dataDir: string;
let database: Awaited<ReturnType<typeof newDatabase>>;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rubrica-selos-'));
  database = await newDatabase();
});
afterEach(async () => {
  await database?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

const start = () => startService({ DATA_DIR: dataDir, DATABASE_URL: database.url });

async function lines({ origin }: Service): Promise<Line[]> {
  return ((await (await fetch(`${origin}/.well-known/rubrica/selos.json`)).json()) as { selos: Line[] }).selos;
}

const run = (...args: string[]) => operator({ DATA_DIR: dataDir, DATABASE_URL: database.url }, ...args);

describe('selos.json', () => {
  it('has a line of each environment, and both begin to the second with the service', async () => {
    const service = await start();
    const selos = await lines(service);
    await service.stop();
    expect(selos.map(({ ambiente, ate, revogadoEm }) => [ambiente, ate, revogadoEm])).toEqual([
      ['PRODUCAO', null, null],
      ['TESTE', null, null],
    ]);
    expect(selos.every(({ de }) => de.endsWith('.000Z'))).toBe(true);
  });

  it('stays as it is over a restart, and two services that start at once agree on the test seal', async () => {
    const first = await start();
    const begun = await lines(first);
    await first.stop();
    const both = await Promise.all([start(), start()]);
    const [one, other] = await Promise.all(both.map(lines));
    for (const service of both) await service.stop();
    expect([one, other]).toEqual([begun, begun]);
    expect(begun).toHaveLength(2);
  });

  it('ends the line of a seal that another follows, which seals nothing more', async () => {
    const before = await start();
    const [old] = (await lines(before)).filter(({ ambiente }) => ambiente === 'PRODUCAO');
    // Without its key file the service makes another seal.
    await rm(join(dataDir, 'seal.p12'));
    const after = await start();
    const selos = await lines(after);
    const live = await newSender(before, 'PRODUCAO');
    // The queue goes by the machine's clock, and a new sender moves the service's: the job must fall due when it says.
    before.clock.advance(Date.now() - before.clock.now().getTime());
    const id = await signedByAll(live);
    expect(await statusOf(live, id)).not.toBe('ASSINADO');
    expect((await fetch(`${before.origin}/readyz`)).status).toBe(503);
    await before.stop();
    // The process that was replaced is gone; the new one completes the document.
    const there = { ...live, service: after, base: `${after.origin}/v1` };
    await until(async () => (await statusOf(there, id)) === 'ASSINADO', 120_000);
    const [seal] = signaturesOf(await fileOf(there, id, 'tipo=ASSINADO'));
    await after.stop();
    // By the second, of which both may be.
    const own = selos.filter(({ ambiente }) => ambiente === 'PRODUCAO');
    const [current, ended] = [own.find(({ ate }) => ate === null), own.find(({ ate }) => ate !== null)];
    expect(own).toHaveLength(2);
    expect([ended?.impressaoDigital, ended?.ate]).toEqual([old?.impressaoDigital, current?.de]);
    expect(current?.impressaoDigital).not.toBe(old?.impressaoDigital);
    expect(seal?.contents.includes(new X509Certificate(current?.pem ?? '').raw)).toBe(true);
  });

  it('begins anew for a seal that was in use before seals said what they are', async () => {
    const service = await start();
    const [now] = (await lines(service)).filter(({ ambiente }) => ambiente === 'PRODUCAO');
    // As the version before left it: one line, and no test seal.
    await service.owner`delete from selo_publicado where ambiente = 'TESTE' or impressao <> ${now?.impressaoDigital ?? ''}`;
    await service.owner`update selo_publicado set de = '2026-01-02T03:04:05Z'`;
    await service.stop();
    const next = await start();
    const selos = await lines(next);
    await next.stop();
    const [test] = selos.filter(({ ambiente }) => ambiente === 'TESTE');
    const own = selos.filter(({ ambiente }) => ambiente === 'PRODUCAO');
    expect(own.map(({ impressaoDigital, de, ate }) => [impressaoDigital, de, ate])).toEqual([
      [now?.impressaoDigital, test?.de, null],
      [now?.impressaoDigital, '2026-01-02T03:04:05.000Z', test?.de],
    ]);
  });
});

describe('npm run operador -- selo', () => {
  it.each([[[]], [['selo']], [['selo', 'revogar']], [['selo', 'listar', 'sobra']]])(
    '%j tells how it is used',
    async (args) => {
      const { code, out, err } = await run(...args);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(/^Uso:/);
    },
  );

  it('refuses a fingerprint that was never a seal here', async () => {
    await (await start()).stop();
    const { code, err } = await run('selo', 'revogar', 'ab'.repeat(32));
    expect([code, err]).toEqual([1, 'Não existe, ou isso já foi feito.\n']);
  });

  it('revokes a seal: nothing is sealed with it from then on, the list says so, and no service starts with it', async () => {
    const service = await start();
    const live = await newSender(service, 'PRODUCAO');
    await completed(live);
    const [own] = (await lines(service)).filter(({ ambiente, ate }) => ambiente === 'PRODUCAO' && ate === null);
    const listed = await run('selo', 'listar');
    expect(listed.out).toContain(`${own?.impressaoDigital}  PRODUCAO`);
    expect((await run('selo', 'revogar', own?.impressaoDigital ?? '')).code).toBe(0);
    const id = await signedByAll(live);
    expect(await statusOf(live, id)).not.toBe('ASSINADO');
    expect((await fetch(`${service.origin}/readyz`)).status).toBe(503);
    // What is remembered of the list is a few seconds old at most.
    const revoked = await until(
      async () =>
        (await lines(service)).find(
          ({ impressaoDigital, ate }) => impressaoDigital === own?.impressaoDigital && ate === null,
        )?.revogadoEm,
    );
    expect(Date.parse(revoked)).toBeGreaterThan(0);
    // Test documents have a seal of their own, and go on.
    await completed(await newSender(service));
    await service.stop();
    await expect(start()).rejects.toThrow(/foi revogado/);
  });
});
