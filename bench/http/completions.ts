import type { Sql } from '../../apps/server/src/core/driver/tag.ts';
import { quantiles } from '../load/receiver.ts';
import { SIGNED, Traffic, type Visit } from '../load/traffic.ts';
import { connect, createKeys, signUp } from './database.ts';
import { personOf } from './documents.ts';
import { spread } from './pace.ts';
import { startService } from './service.ts';

/** Documents that received their last signature, and the outcome. */
export interface Completions {
  readonly documents: number;
  readonly connections: number;
  readonly perSecond: number;
  /** Milliseconds from the last signature's request to its response, which is sent when the document is complete. */
  readonly p50: number;
  readonly p95: number;
  /** Not complete a minute after the last one was signed. */
  readonly stuck: number;
  /** Deviations from exactly one certificate and one completion event per document. */
  readonly notOnce: number;
}

const CONNECTIONS = 8;
const KEYS = 100;
/** Waits for up to a minute. @returns documents that everybody signed and that are not complete */
export async function untilNoneWaits(sql: Sql): Promise<number> {
  for (let second = 0; ; second++) {
    const [row] = await sql<{ waiting: number }[]>`
      select count(*)::int as waiting from documento where assinado_por_todos_em is not null and finalizado_em is null`;
    if (row?.waiting === 0 || second === 60) return row?.waiting ?? 0;
    await new Promise((done) => setTimeout(done, 1000));
  }
}

/** Signs `documents` documents of 50 kB and three pages, several at a time, through the service as users run it. */
export async function runCompletionBench(documents: number): Promise<Completions> {
  const service = await startService([], { TRUST_PROXY: '127.0.0.1/32' });
  const sql = connect(service);
  try {
    const account = await signUp(service.origin, sql);
    // A new organization's plan allows only twenty a month.
    await sql`update organizacao set plano_codigo = 'ESSENCIAL' where id = ${account.organizacaoId}`;
    const keys = await createKeys(sql, account, KEYS);
    return await complete([service.origin], sql, keys, documents);
  } finally {
    await sql.end();
    await service.stop();
  }
}

/** @param origins processes of one installation, which take turns; each answers the signatures it is sent */
export async function complete(
  origins: readonly string[],
  sql: Sql,
  keys: readonly string[],
  documents: number,
): Promise<Completions> {
  const before = await madeSoFar(sql);
  const traffic = new Traffic(origins, [{ keys }], [], []);
  const visits: Visit[] = [];
  await spread(CONNECTIONS, [...Array(documents).keys()], async (index) => {
    const person = personOf(index);
    const id = await traffic.draft(traffic.keyOf(0), person);
    const link = id === null ? null : await traffic.sendOne(id, traffic.keyOf(0));
    if (link === null) return;
    const visit = traffic.visit(link, person);
    const { sign: _, ...earlier } = visit;
    for (const step of Object.values(earlier)) await step();
    visits.push(visit);
  });
  traffic.insist();
  await sql`vacuum analyze`;
  const began = performance.now();
  await spread(CONNECTIONS, visits, ({ sign }) => sign());
  const stuck = await untilNoneWaits(sql);
  const elapsed = (performance.now() - began) / 1000;
  const made = await madeSoFar(sql);
  const off = (kind: keyof Made) => Math.abs(documents - (made[kind] - before[kind]));
  traffic.insist();
  traffic.close();
  const { p50, p95 } = quantiles(traffic.taken.get(SIGNED)?.times ?? []);
  return {
    documents,
    connections: CONNECTIONS,
    perSecond: documents / elapsed,
    p50,
    p95,
    stuck,
    notOnce: off('certificates') + off('events'),
  };
}

interface Made {
  readonly certificates: number;
  readonly events: number;
}

async function madeSoFar(sql: Sql): Promise<Made> {
  const [made] = await sql<Made[]>`
    select (select count(*)::int from certificado) as certificates,
           (select count(*)::int from evento_saida where evento = 'document.completed') as events`;
  return made ?? { certificates: 0, events: 0 };
}

if (import.meta.main) console.log(await runCompletionBench(Number(process.argv[2] ?? 1000)));
