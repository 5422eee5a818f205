import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_ORDER } from '../../../../../scripts/in-order.ts';
import { createReplicas } from '../../../src/core/replicas.ts';
import type { Sql } from '../../../src/core/sql.ts';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, call, documentForm, elsewhere, newAccount, newKey, testLog, until } from '../../harness.ts';
import { type Program, startProgram } from '../../processes/support.ts';
import { type Pair, startPair } from './replicas.ts';
import { Closing } from './support.ts';
import { startWire, type Wire } from './switch.ts';

/**
 * Two processes that read from a replica: what was written through one is seen through the other at once, whatever the
 * replica does meanwhile (ADR 0068).
 */

/** Nobody waits for a silent replica until its connection is closed for having been silent (`core/lifeline.ts`). */
const SLOWEST_MS = 60_000;
const WRITES = 15;

describe('DATABASE_READ_URL', IN_ORDER, () => {
  const closing = new Closing();
  let pair: Pair;
  let wire: Wire;
  let primary: Sql;
  let standby: Sql;
  let programs: [Program, Program];
  let origins: [string, string];
  let account: Account;
  let made = 0;

  beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-leitura-'));
    closing.push(() => rm(dataDir, { recursive: true, force: true }));
    pair = await startPair(false, false);
    closing.push(() => pair.stop());
    primary = pair.primary.open();
    standby = pair.standby.open();
    closing.push(() => primary.end({ timeout: 1 }));
    closing.push(() => standby.end({ timeout: 1 }));
    wire = await startWire({ path: pair.standby.socket });
    closing.push(() => wire.close());
    const socket = encodeURIComponent(dirname(pair.primary.socket));
    const env = {
      DATABASE_URL: `postgres://${pair.user}@localhost/${pair.database}?host=${socket}`,
      DATABASE_READ_URL: `postgres://${pair.user}@127.0.0.1:${wire.port}/${pair.database}?target_session_attrs=standby`,
      DATA_DIR: dataDir,
    };
    programs = [startProgram('main', env), startProgram('main', env)];
    for (const program of programs) closing.push(() => program.kill());
    origins = (await Promise.all(programs.map(({ started }) => started))) as [string, string];
    account = await newAccount(origins[0]);
  });
  afterAll(() => closing.end());

  /** Reads of both processes by what became of them. */
  async function reads(): Promise<Record<string, number>> {
    const sums: Record<string, number> = {};
    for (const origin of origins) {
      const text = await (await fetch(`${origin}/metrics`)).text();
      for (const [, outcome = '', n] of text.matchAll(/^rubrica_replica_reads_total\{outcome="(\w+)"\} (\d+)$/gm)) {
        sums[outcome] = (sums[outcome] ?? 0) + Number(n);
      }
    }
    return sums;
  }

  /** Writes through one process and reads through the other, again and again. @returns what was missing or slow */
  async function writeAndRead(times = WRITES): Promise<string[]> {
    const wrong: string[] = [];
    for (let n = 0; n < times; n += 1) {
      const [one, other] = n % 2 === 0 ? origins : origins.toReversed();
      const dados = { titulo: `Contrato ${made}` };
      made += 1;
      const created = await call(`${one}/v1/documentos`, 'POST', documentForm(tinyPdf(1), dados), account.panel);
      const { id } = created.body;
      if (created.status !== 201) wrong.push(`created ${created.status}`);
      const before = performance.now();
      const [listed, trail] = await Promise.all([
        call(`${other}/v1/documentos?limite=1`, 'GET', undefined, account.panel),
        call(`${other}/v1/documentos/${id}/auditoria`, 'GET', undefined, account.panel),
      ]);
      const ms = Math.round(performance.now() - before);
      if (listed.body?.itens?.[0]?.id !== id) wrong.push(`not listed: ${listed.status}`);
      if (listed.body?.total !== made) wrong.push(`total ${listed.body?.total} of ${made}`);
      if (trail.status !== 200 || trail.body.total === 0) wrong.push(`no trail: ${trail.status}`);
      if (ms > SLOWEST_MS) wrong.push(`${ms} ms`);
    }
    return wrong;
  }

  /** Until a replica answers again, for whoever asks. */
  async function untilAnswered(): Promise<void> {
    const { answered = 0 } = await reads();
    await until(async () => {
      for (const origin of origins) await call(`${origin}/v1/documentos`, 'GET', undefined, account.panel);
      return ((await reads()).answered ?? 0) > answered + 2;
    });
  }

  it('is read from, and shows what another process has just written', async () => {
    expect(await writeAndRead()).toEqual([]);
    await untilAnswered();
  });

  it('tells the public of what was sent a moment ago', async () => {
    const signatarios = [{ funcao: 'ASSINAR', nome: 'Bia Reis', email: 'bia@exemplo.com.br' }];
    const campos = [{ tipo: 'ASSINATURA', pagina: 1, x: 0.1, y: 0.7, largura: 0.4, altura: 0.1 }];
    const dados = { titulo: `Contrato ${made}`, signatarios, campos };
    const draft = await call(`${origins[0]}/v1/documentos`, 'POST', documentForm(tinyPdf(1), dados), account.panel);
    expect(draft.status).toBe(201);
    made += 1;
    const { answered = 0 } = await reads();
    const sent = await call(`${origins[0]}/v1/documentos/${draft.body.id}/enviar`, 'POST', undefined, account.panel);
    const { codigoValidacao: codigo } = sent.body;
    const consulted = await call(`${origins[1]}/api/v1/validacao/consultar`, 'POST', { codigo }, elsewhere());
    expect(consulted.body).toMatchObject({ resultado: 'AUTENTICO', documento: { nome: dados.titulo } });
    await until(async () => {
      await call(`${origins[1]}/api/v1/validacao/consultar`, 'POST', { codigo }, elsewhere());
      return ((await reads()).answered ?? 0) > answered;
    });
  });

  it('answers listings from the replica alone while nothing is written', async () => {
    const answered = async () => (await reads()).answered ?? 0;
    // What is written before (a message on its way, a call's record) is done at some time, and then the replica has it all.
    await until(async () => {
      for (let n = 0; n < 20; n += 1) {
        const before = await answered();
        await call(`${origins[0]}/v1/documentos`, 'GET', undefined, account.panel);
        if ((await answered()) === before) return false;
      }
      return true;
    });
  });

  it('lets nobody see the past while the replica is behind', async () => {
    const key = await newKey(origins[0], account.panel, 'PRODUCAO');
    await untilAnswered();
    await standby`select pg_wal_replay_pause()`;
    await until(async () => {
      const [row] = await standby<{ state: string }[]>`select pg_get_wal_replay_pause_state() as state`;
      return row?.state === 'paused';
    });
    const { behind = 0 } = await reads();
    expect(await writeAndRead()).toEqual([]);
    expect((await reads()).behind).toBeGreaterThan(behind);
    // What decides is asked of the primary.
    const revoked = await call(`${origins[0]}/v1/chaves-api/${key.id}`, 'DELETE', undefined, account.panel);
    expect(revoked.status).toBe(204);
    const asked = { authorization: key.authorization };
    expect((await call(`${origins[1]}/v1/documentos`, 'GET', undefined, asked)).status).toBe(401);
    await standby`select pg_wal_replay_resume()`;
    await untilAnswered();
  });

  it.each([
    ['gone', () => wire.cut()],
    ['silent', () => wire.silence()],
  ])('is passed over while the replica is %s, and read from again', async (_, lose) => {
    lose();
    expect(await writeAndRead()).toEqual([]);
    const state = await (await fetch(`${origins[0]}/readyz`)).json();
    expect(state).toMatchObject({ status: 'degradado', dependencias: { banco: 'ok', replicas: 'degradado' } });
    wire.mend();
    await untilAnswered();
    expect(await writeAndRead(4)).toEqual([]);
  });

  it('is not read from where it follows another history under the same numbers', async () => {
    const replicas = createReplicas([{ name: 'a', sql: standby }], testLog('fatal'), async () => {});
    const [row] = await primary<{ timeline: string; ate: string }[]>`
      select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline, pg_current_wal_flush_lsn()::text as ate`;
    const readAt = (seen: string) =>
      replicas.read(seen, (sql, before, entering) =>
        sql.begin(
          'read only',
          async () => {
            entering();
            return 'read';
          },
          before,
        ),
      );
    await until(async () => (await readAt(`${row?.timeline} ${row?.ate}`)) !== null);
    expect(await readAt('0000000A 0/1')).toBeNull();
    expect(replicas.counts.failed).toBe(1);
    expect(replicas.away()).toBe(true);
  });

  it('is passed over once the replica became a primary of its own', async () => {
    await pair.promote();
    await standby`update documento set titulo = 'de outra história'`;
    const { answered } = await reads();
    expect(await writeAndRead()).toEqual([]);
    expect((await reads()).answered).toBe(answered);
    const listed = await call(`${origins[1]}/v1/documentos`, 'GET', undefined, account.panel);
    expect(listed.body.itens.map(({ titulo }: { titulo: string }) => titulo)).not.toContain('de outra história');
  });

  it('leaves both processes to end in order', async () => {
    expect(await Promise.all(programs.map((program) => program.stop()))).toEqual([0, 0]);
  });
});
