import type { Ambiente } from '@rubrica/contract';
import type { Logger } from '../../core/log.ts';
import { type Metrics, NO_METRICS } from '../../core/metrics/index.ts';
import { type Claim, type Leaf, plainLeaf } from '../../core/open-log/leaf.ts';
import { checkpointText, type LogKey } from '../../core/open-log/note.ts';
import { edgeOf, extend, leafHash } from '../../core/open-log/tree.ts';
import type { LogStore, WaitingLeaf } from './store.ts';

/** As many leaves as get an index at once. */
const BATCH = 1000;

/** What the installation says of itself in the log of an environment: its seals, and the verifier that it hands out. */
export type Announcements = (ambiente: Ambiente) => Promise<readonly Claim<'SELO' | 'VERIFICADOR'>[]>;

export interface Sequencing {
  readonly key: LogKey;
  readonly store: LogStore;
  readonly log: Logger;
  readonly metrics?: Metrics;
}

/** The first leaf of every log: its key, and which log it follows, where one ended (ADR 0085, "After a restore"). */
async function genesis({ origin, vkey }: LogKey, store: LogStore, at: Date): Promise<Leaf> {
  const ended = await store.ended();
  const follows = ended ? [ended.origem, ended.vkey, String(ended.tamanho), ended.raiz.toString('base64')] : [];
  return plainLeaf({ type: 'GENESE', about: [origin, '0'], says: [vkey, ...follows], at });
}

/**
 * Gives the leaves that wait the next indices, and signs the head of the tree that has them. Whoever dies in between has done nothing;
 * of two at once one has.
 * @param own leaves of the installation; those the log has are passed by
 * @returns whether something may still be waiting, as more than goes at once or because another process was first
 */
export async function sequence(
  { key, store, log, metrics }: Sequencing,
  own: readonly Leaf[],
  now: Date,
): Promise<boolean> {
  const { tamanho: size, vkey } = await store.head();
  if (vkey !== key.vkey) throw new Error('the open log was begun anew: this process has the key of the one that ended');
  const waiting = await store.waiting(BATCH);
  const leaves = [
    ...(size === 0 ? [await genesis(key, store, now)] : []),
    ...(await withoutKnown(store, own)),
    ...freshOf(waiting, log, metrics),
  ];
  if (leaves.length === 0 && waiting.length === 0) return false;
  const edge = await store.readTiles(edgeOf(size));
  const hashes = leaves.map(({ folha }) => leafHash(folha));
  const extension = extend(size, edge, hashes);
  const note = key.sign(checkpointText(key.origin, extension));
  const extended = await store.extend(size, leaves, extension, note, now, waiting);
  return !extended || waiting.length === BATCH;
}

/** Leaves whose label is new. One that says something else under a label of before would be a proof against the log. */
function freshOf(waiting: readonly WaitingLeaf[], log: Logger, metrics = NO_METRICS): Leaf[] {
  const taken = new Map<string, string>();
  const fresh: Leaf[] = [];
  for (const { id, rotulo, folha, ja } of waiting) {
    const label = rotulo.toString('hex');
    const before = ja ?? taken.get(label);
    if (before === undefined) fresh.push({ rotulo, folha });
    else if (before !== folha) {
      metrics.count('rubrica_open_log_contradictions_total', {});
      log.error({ id, label }, 'ALARM: an act was told to the open log twice, differently');
    }
    taken.set(label, before ?? folha);
  }
  return fresh;
}

async function withoutKnown(store: LogStore, leaves: readonly Leaf[]): Promise<Leaf[]> {
  if (leaves.length === 0) return [];
  const known = await store.has(leaves.map(({ rotulo }) => rotulo));
  return leaves.filter(({ rotulo }) => !known.has(rotulo.toString('hex')));
}
