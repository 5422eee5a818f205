import { clean } from '@rubrica/verify/cli';
import { type Leaf, leafHash, parseLeaf, Unreadable, type VerifierKey } from '@rubrica/verify/log';
import { Misbehaved } from './finding.ts';
import { type Leaves, Records, recordOf } from './leaves.ts';
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
  readonly records: Records;
  /** When the new leaves say to be of, in milliseconds since 1970. */
  readonly times: readonly number[];
  /** The tiles that are new, and those that are not full yet. */
  readonly tiles: readonly Tile[];
}

interface Context {
  readonly source: Source;
  readonly leaves: Leaves;
  readonly key: VerifierKey;
}

type ReadBundle = (index: number, width: number) => Promise<readonly Uint8Array[]>;

/** The entries of bundles from the one of an index on, with their indices, a few bundles asked for at once. */
async function* entriesFrom(read: ReadBundle, from: number, to: number) {
  const first = Math.floor(from / WIDTH);
  const bundles = Math.ceil(to / WIDTH);
  for (let start = first; start < bundles; start += AT_ONCE) {
    const wanted = Array.from({ length: Math.min(AT_ONCE, bundles - start) }, (_, i) => start + i);
    const some = await Promise.all(wanted.map((index) => read(index, Math.min(WIDTH, to - index * WIDTH))));
    for (const [i, entries] of some.entries())
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
async function attempt(before: Tree, head: Head, context: Context): Promise<Growth> {
  const { source, leaves } = context;
  const tree = before.copy();
  const times: number[] = [];
  const records = new Records();
  const filled: Tile[] = [];
  // Told once the log's signature is known to cover the entry.
  let wrong: unknown = null;
  for await (const { index, entry } of entriesFrom((...place) => source.bundle(...place), before.size, head.size)) {
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
        times.push(Date.parse(leaf.ts));
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
  source.trust();
  if (wrong !== null) throw wrong;
  return { tree, records, times, tiles: [...filled, ...tree.partial()] };
}

/** Which of the entries seen before the log now serves otherwise; null if none, or if it does not serve them. */
async function rewritten(
  before: Tree,
  { source, leaves }: Context,
): Promise<{ index: number; entry: Uint8Array } | null> {
  try {
    for await (const { index, entry } of entriesFrom((...place) => source.served(...place), 0, before.size))
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
    return await attempt(before, head, context);
  } catch (error) {
    if (!(error instanceof Misbehaved)) throw error;
  }
  await context.source.forget();
  try {
    return await attempt(before, head, context);
  } catch (error) {
    if (!(error instanceof Misbehaved)) throw error;
    await context.source.forget();
    throw await explained(error, before, seen, context);
  }
}
