import { clean } from '@rubrica/verify/cli';
import { type Leaf, leafHash, parseLeaf, Unreadable, type VerifierKey } from '@rubrica/verify/log';
import { Misbehaved } from './finding.ts';
import { type Leaves, recordOf } from './leaves.ts';
import type { Source } from './source.ts';
import { type Tile, type Tree, WIDTH } from './tree.ts';

/** What a log grew by, read entry by entry. */

const AT_ONCE = 8;

/** A head whose signature was checked. */
export interface Head {
  readonly size: number;
  readonly root: Uint8Array;
  /** The whole note. */
  readonly text: string;
}

export interface Growth {
  readonly tree: Tree;
  /** What to remember of each new leaf, in order. */
  readonly records: readonly Buffer[];
  readonly leaves: readonly Leaf[];
  /** The tiles that are new, and those that are not full yet. */
  readonly tiles: readonly Tile[];
}

interface Context {
  readonly source: Source;
  readonly leaves: Leaves;
  readonly key: VerifierKey;
}

/** Entries from an index on, with their indices, a few bundles asked for at once. */
async function* entriesFrom(source: Source, from: number, to: number, fresh: boolean) {
  const first = Math.floor(from / WIDTH);
  const bundles = Math.ceil(to / WIDTH);
  for (let start = first; start < bundles; start += AT_ONCE) {
    const wanted = Array.from({ length: Math.min(AT_ONCE, bundles - start) }, (_, i) => start + i);
    const read = await Promise.all(
      wanted.map((index) => source.bundle(index, Math.min(WIDTH, to - index * WIDTH), fresh)),
    );
    for (const [i, entries] of read.entries())
      for (const [at, entry] of entries.entries()) yield { index: (start + i) * WIDTH + at, entry };
  }
}

/** A log's key; one that follows another says that one's origin, verifier key, size and root besides. */
function isGenesis(commitment: string, vkey: string): boolean {
  const [own, origin, earlier, ...head] = commitment.split('\n');
  if (own !== vkey) return false;
  if (origin === undefined) return true;
  return earlier?.startsWith(`${origin}+`) === true && /^(0|[1-9]\d*)\n[A-Za-z0-9+/]{43}=$/.test(head.join('\n'));
}

function readLeaf(entry: Uint8Array, index: number, { key }: Context, head: Head): Leaf {
  const evidence = { [`folha-${index}.json`]: entry, 'apresentado.checkpoint': head.text };
  let leaf: Leaf;
  try {
    leaf = parseLeaf(entry);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new Misbehaved('FOLHA', `A entrada ${index} não é uma folha: ${clean(error.message)}.`, evidence);
  }
  const { t, k, c } = leaf;
  const isFirst = t === 'GENESE' && k === `GENESE\n${key.name}\n0` && isGenesis(c, key.text);
  if (index === 0 && !isFirst)
    throw new Misbehaved('GENESE', 'A primeira folha não é a GENESE deste registro, com a chave dele.', evidence);
  if (index > 0 && t === 'GENESE')
    throw new Misbehaved('GENESE', `A folha ${index} é outra GENESE: só a primeira pode ser.`, evidence);
  return leaf;
}

/** Reads up to a head, of which the root must come out. @throws {Misbehaved} */
async function attempt(before: Tree, head: Head, context: Context, fresh: boolean): Promise<Growth> {
  const { source, leaves } = context;
  const tree = before.copy();
  const read: Leaf[] = [];
  const records: Buffer[] = [];
  const filled: Tile[] = [];
  // Told once the log's signature is known to cover the entry.
  let wrong: unknown = null;
  for await (const { index, entry } of entriesFrom(source, before.size, head.size, fresh)) {
    const hash = leafHash(entry);
    if (index < before.size) {
      if (leaves.hashAt(index).equals(hash)) continue;
      throw new Misbehaved('REESCREVEU', `A entrada ${index} já foi outra, quando foi vista.`, {
        [`folha-${index}.json`]: entry,
        'apresentado.checkpoint': head.text,
      });
    }
    filled.push(...tree.add(hash));
    try {
      if (wrong === null) {
        const leaf = readLeaf(entry, index, context, head);
        read.push(leaf);
        records.push(recordOf(hash, leaf));
      }
    } catch (error) {
      wrong = error;
    }
  }
  if (Buffer.compare(tree.root(), head.root) !== 0)
    throw new Misbehaved('NAO_FECHA', 'As entradas que o registro serve não dão a raiz que ele assinou.', {
      'apresentado.checkpoint': head.text,
    });
  if (wrong !== null) throw wrong;
  return { tree, records, leaves: read, tiles: [...filled, ...tree.partial()] };
}

/** Which of the entries seen before the log now serves otherwise; null if none, or if it does not serve them. */
async function rewritten(
  before: Tree,
  { source, leaves }: Context,
): Promise<{ index: number; entry: Uint8Array } | null> {
  try {
    for await (const { index, entry } of entriesFrom(source, 0, before.size, true))
      if (!leaves.hashAt(index).equals(leafHash(entry))) return { index, entry };
  } catch (error) {
    if (!(error instanceof Misbehaved)) throw error;
  }
  return null;
}

/** Why the signed root did not come out, with the head seen before and the entry as it was, where they tell. */
async function explained(wrong: Misbehaved, before: Tree, seen: string | null, context: Context): Promise<Misbehaved> {
  const evidence = { ...wrong.evidence, ...(seen === null ? {} : { 'visto.checkpoint': seen }) };
  const found = before.size === 0 || wrong.kind !== 'NAO_FECHA' ? null : await rewritten(before, context);
  if (found === null) return new Misbehaved(wrong.kind, wrong.message, evidence);
  const { index, entry } = found;
  const old = (await context.source.keptBundle(Math.floor(index / WIDTH)))?.[index % WIDTH];
  return new Misbehaved(
    'REESCREVEU',
    `O registro assinou uma árvore que não começa com a que já tinha assinado, e serve outra entrada ${index} do que a que foi vista.`,
    {
      ...evidence,
      [`folha-${index}-servida.json`]: entry,
      ...(old ? { [`folha-${index}-vista.json`]: old } : {}),
    },
  );
}

/**
 * Reads what a log grew by. What does not fit is asked for once more before the log is blamed: lines and caches fail, too.
 * @param seen the head that was seen before
 * @throws {Misbehaved} where the signed root does not come out, or an entry is not what it must be
 */
export async function growthTo(head: Head, before: Tree, seen: string | null, context: Context): Promise<Growth> {
  try {
    return await attempt(before, head, context, false);
  } catch (error) {
    if (!(error instanceof Misbehaved)) throw error;
  }
  for (let index = Math.floor(before.size / WIDTH); index * WIDTH < head.size; index += 1)
    await context.source.forget(index);
  try {
    return await attempt(before, head, context, true);
  } catch (error) {
    if (!(error instanceof Misbehaved)) throw error;
    throw await explained(error, before, seen, context);
  }
}
