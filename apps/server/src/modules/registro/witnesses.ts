import type { Logger } from '../../core/log.ts';
import { type Metrics, NO_METRICS } from '../../core/metrics/index.ts';
import { findCosignature, noteText, readSeenSize, signatureBy, type WitnessKey } from '../../core/open-log/note.ts';
import { consistencyProof } from '../../core/open-log/tree.ts';
import type { LogStore } from './store.ts';

/** Whom the log asks to say in public which of its heads they saw (C2SP tlog-witness). */
export interface Witness {
  readonly witness: WitnessKey;
  /** Address under which its calls are. */
  readonly url: string;
  /**
   * Posts to `add-checkpoint`, within its own time limit.
   * @throws if there was no usable answer
   */
  submit(body: string): Promise<{ readonly status: number; readonly body: string }>;
}

const OK = 200;
const CONFLICT = 409;

/** Witnesses that did not cosign this checkpoint. */
export function missingOf(witnesses: readonly Witness[], checkpoint: string): Witness[] {
  const lines = checkpoint.split('\n');
  return witnesses.filter(({ witness }) => !lines.some((line) => signatureBy(witness, line)));
}

/**
 * Remembers what each witness saw last, so that it is asked once; a witness that saw something else says so, and is asked again with
 * the proof from there.
 */
export function createCosigner(store: LogStore, log: Logger, metrics: Metrics = NO_METRICS) {
  const seen = new Map<string, number>();

  async function ask({ witness, submit }: Witness, note: string, size: number): Promise<string | null> {
    const known = Math.min(seen.get(witness.vkey) ?? 0, size);
    const first = await submit(await requestOf(store, known, size, note));
    const told = first.status === CONFLICT ? readSeenSize(first.body) : null;
    // A witness that saw more than we signed, or the same size with another root, is answered by nothing that could be sent.
    const answer =
      told !== null && told !== known && told <= size ? await submit(await requestOf(store, told, size, note)) : first;
    if (answer.status !== OK) throw new Error(`HTTP ${answer.status}: ${answer.body.slice(0, 200).trim()}`);
    const line = findCosignature(noteText(note), answer.body.split('\n'), witness);
    if (line === null) throw new Error('no cosignature of this witness over this checkpoint');
    seen.set(witness.vkey, size);
    return line;
  }

  /**
   * @param note the checkpoint as the log signed it
   * @returns a line for each witness that cosigned it
   */
  return async (witnesses: readonly Witness[], note: string, size: number): Promise<string[]> => {
    const told = async (one: Witness): Promise<string | null> => {
      const witness = one.witness.name;
      const line = await ask(one, note, size).catch((error) => {
        log.warn({ err: error, witness, size }, 'a witness did not cosign the open log');
        return null;
      });
      metrics.count('rubrica_open_log_cosignatures_total', { witness, outcome: line === null ? 'failed' : 'obtained' });
      return line;
    };
    const lines = await Promise.all(witnesses.map(told));
    return lines.filter((line) => line !== null);
  };
}

/** The body of `add-checkpoint`: from which size, the proof, and the checkpoint. */
async function requestOf(store: LogStore, from: number, size: number, note: string): Promise<string> {
  const proof = from === 0 || from === size ? [] : await consistencyProof(from, size, store.readTiles);
  return [`old ${from}`, ...proof.map((one) => one.toString('base64')), '', note].join('\n');
}
