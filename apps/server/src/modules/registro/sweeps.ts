import type { Ambiente } from '@rubrica/contract';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log.ts';
import type { Metrics } from '../../core/metrics/index.ts';
import { plainLeaf } from '../../core/open-log/leaf.ts';
import { type LogKey, noteText } from '../../core/open-log/note.ts';
import type { Row } from '../../core/row.ts';
import type { Database } from '../../core/sql.ts';
import type { Sweep } from '../../core/sweep.ts';
import { type Announcements, sequence } from './sequence.ts';
import { createLogStore, type LogStore } from './store.ts';
import { createCosigner, missingOf, type Witness } from './witnesses.ts';

const SEQUENCE_EVERY_MS = 1_000;
/** How often the installation's own leaves, its witnesses and its days are looked after. */
const ATTEND_EVERY_MS = 60_000;
const DAY_MS = 86_400_000;
/** A day whose time stamp could not be had for so long stays without one. */
const STAMP_PATIENCE_DAYS = 7;

/** The key of a log that grows. */
export interface GrowingKey extends LogKey {
  /** Whether another log of its environment ended before: acts of then are not in this one. */
  readonly follows: boolean;
}

/** The keys of the open logs. */
export type LogKeys = Readonly<Record<Ambiente, GrowingKey>>;

/** Stamps a text (RFC 3161), or null if no authority is configured. @throws if none answers */
export type StampText = ((text: string) => Promise<Uint8Array>) | null;

export interface OpenLogDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly logKeys: LogKeys;
  readonly announcements: Announcements;
  /** Of the log of production. */
  readonly witnesses: readonly Witness[];
  readonly stampText: StampText;
}

interface Attended {
  readonly key: LogKey;
  readonly store: LogStore;
  readonly witnesses: readonly Witness[];
  readonly cosign: ReturnType<typeof createCosigner>;
}

export function sweeps(deps: OpenLogDeps): Sweep[] {
  const { db, clock, log, logKeys, metrics } = deps;
  const logOf = (ambiente: Ambiente): Attended => {
    const store = createLogStore(db.sql, ambiente);
    const witnesses = ambiente === 'PRODUCAO' ? deps.witnesses : [];
    return { key: logKeys[ambiente], store, witnesses, cosign: createCosigner(store, log, metrics) };
  };
  const logs = { PRODUCAO: logOf('PRODUCAO'), TESTE: logOf('TESTE') };

  const announced = new Set<Attended>();

  /** The first time a process looks after a log it announces what there is, so that no log is seen without its seals. */
  async function grow(one: Attended, announces: boolean): Promise<void> {
    const due = announces || !announced.has(one);
    const own = due ? (await deps.announcements(one.store.ambiente)).map(plainLeaf) : [];
    while (await sequence({ ...one, log, metrics }, own, clock.now()));
    announced.add(one);
    await publish(one, clock.now());
  }

  return [
    {
      name: 'ordenar-registro',
      everyMs: SEQUENCE_EVERY_MS,
      async run() {
        const rows = await db.sql<Row<'acesso.registro_a_fazer', { ambiente: Ambiente }>[]>`
          select ambiente from acesso.registro_a_fazer()`;
        for (const { ambiente } of rows) await grow(logs[ambiente], false);
      },
    },
    {
      name: 'cuidar-do-registro',
      everyMs: ATTEND_EVERY_MS,
      async run() {
        for (const one of Object.values(logs)) {
          await one.store.closeDay(dayOf(new Date(clock.now().getTime() - DAY_MS)));
          await grow(one, true);
        }
        await stampDays(deps, logs);
      },
    },
  ];
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/**
 * Shows the newest head with the cosignatures that could be had. It is not held back for a witness that is silent: who demands a quorum
 * sees that it is missing, and it is asked again the next time.
 */
async function publish({ store, witnesses, cosign }: Attended, now: Date): Promise<void> {
  const { tamanho, nota, publicado, publicado_tamanho } = await store.head();
  if (nota === null) return;
  const shown = publicado !== null && publicado_tamanho === tamanho ? publicado : nota;
  const missing = missingOf(witnesses, shown);
  const lines = missing.length > 0 ? await cosign(missing, nota, tamanho) : [];
  if (lines.length === 0 && shown === publicado) return;
  await store.publish(tamanho, [shown, ...lines.map((line) => `${line}\n`)].join(''), now);
}

/** Time stamps over the text of each day's last checkpoint. */
async function stampDays(
  { db, clock, log, stampText }: OpenLogDeps,
  logs: Readonly<Record<Ambiente, Attended>>,
): Promise<void> {
  if (stampText === null) return;
  const since = dayOf(new Date(clock.now().getTime() - STAMP_PATIENCE_DAYS * DAY_MS));
  const days = await db.sql<Row<'acesso.registro_sem_carimbo', { ambiente: Ambiente; dia: string; nota: string }>[]>`
    select ambiente, dia::text as dia, nota from acesso.registro_sem_carimbo(${since}::date)`;
  for (const { ambiente, dia, nota } of days) {
    try {
      await logs[ambiente].store.stampDay(dia, await stampText(noteText(nota)));
    } catch (error) {
      log.warn({ err: error, dia }, 'no time stamp could be had for a day of the open log');
      return;
    }
  }
}
