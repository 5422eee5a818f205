import { join } from 'node:path';
import { clean } from '@rubrica/verify/cli';
import { parseCheckpoint, parseNote, Unreadable, type VerifierKey, verifyNote } from '@rubrica/verify/log';
import { misuse } from '../command.ts';
import { contentOf, replaceFile } from '../log/folder.ts';
import { Leaves } from './leaves.ts';
import { Tree } from './tree.ts';

/** What is remembered between rounds. The leaves are written first: what the state does not count was not seen. */

const FILE = 'estado.json';
const LEAVES = 'folhas.bin';
const VERSION = 1;

/** As it stands in the file. */
interface Kept {
  readonly versao: number;
  readonly origem: string;
  readonly tamanho: number;
  /** The partial tiles, in base64, from the leaves upwards. */
  readonly ladrilhos: readonly (readonly string[])[];
  /** The head that was seen last, with its signatures; null before the first. */
  readonly checkpoint: string | null;
  readonly vistoEm: string | null;
  /** When each seal that is not announced was first met, by fingerprint and beginning. */
  readonly selosPendentes: Readonly<Record<string, string>>;
}

export interface State {
  tree: Tree;
  readonly leaves: Leaves;
  checkpoint: string | null;
  seenAt: Date | null;
  pendingSeals: Readonly<Record<string, string>>;
}

async function stateIn(kept: Kept, folder: string, key: VerifierKey): Promise<State> {
  const { versao, origem, tamanho, ladrilhos, checkpoint, vistoEm, selosPendentes } = kept;
  if (versao !== VERSION || origem !== key.name || !Number.isSafeInteger(tamanho)) throw new Unreadable('outra forma');
  const tree = new Tree(
    tamanho,
    ladrilhos.map((row) => row.map((hash) => Buffer.from(hash, 'base64'))),
  );
  if (checkpoint !== null) {
    const note = parseNote(checkpoint);
    const { size, root, origin } = parseCheckpoint(note);
    const signed = await verifyNote(note, [key]);
    const fits = signed.length > 0 && origin === origem && size === tamanho && Buffer.compare(root, tree.root()) === 0;
    if (!fits) throw new Unreadable('os hashes não são os do ponto de controle');
  } else if (tamanho !== 0) throw new Unreadable('falta o ponto de controle');
  const leaves = await Leaves.open(join(folder, LEAVES), tamanho);
  return { tree, leaves, checkpoint, seenAt: vistoEm ? new Date(vistoEm) : null, pendingSeals: selosPendentes };
}

/**
 * Reads what is remembered of a log.
 * @throws {Stop} where it cannot be read, or is of another log: it must not pass for a log never seen
 */
export async function openState(folder: string, key: VerifierKey): Promise<State> {
  const path = join(folder, FILE);
  const content = await contentOf(path);
  if (content === null) {
    const leaves = await Leaves.open(join(folder, LEAVES), 0);
    return { tree: new Tree(), leaves, checkpoint: null, seenAt: null, pendingSeals: {} };
  }
  try {
    return await stateIn(JSON.parse(content.toString('utf8')) as Kept, folder, key);
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof SyntaxError || error instanceof TypeError)) throw error;
    throw misuse(
      `O estado em ${clean(path)} não se lê, ou não é o de ${clean(key.name)} com esta chave. Ponha-o de volta de uma cópia, ou comece com outra pasta, que não se lembra de nada.`,
    );
  }
}

/** Keeps a state, so that it outlives a power cut. */
export async function saveState(folder: string, origin: string, state: State): Promise<void> {
  await state.leaves.save();
  const kept: Kept = {
    versao: VERSION,
    origem: origin,
    tamanho: state.tree.size,
    ladrilhos: state.tree.kept().map((row) => row.map((hash) => Buffer.from(hash).toString('base64'))),
    checkpoint: state.checkpoint,
    vistoEm: state.seenAt?.toISOString() ?? null,
    selosPendentes: state.pendingSeals,
  };
  await replaceFile(join(folder, FILE), `${JSON.stringify(kept)}\n`);
}
