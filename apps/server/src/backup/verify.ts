import type { Config } from '../config/index.ts';
import { checkDump } from './dump.ts';
import { entriesIn } from './entries.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { BrokenObject, checkObject, readParts } from './objects.ts';
import { findProgram } from './programs.ts';
import { inParallel, union } from './streams.ts';
import type { Target } from './target.ts';

/** What is wrong with a set; nothing, if there are no problems. */
export interface Verdict {
  readonly id: string;
  readonly manifest: Manifest | null;
  /** For the operator, one line each. */
  readonly problems: readonly string[];
}

const WIDTH = 4;

/**
 * Reads sets whole: the manifest, every content against its hash (each once, however many sets name it), the dump's table
 * of contents by pg_restore.
 * @param ids of the sets
 */
export async function verifySets(target: Target, config: Config, ids: readonly string[]): Promise<Verdict[]> {
  const broken = new Map<string, BrokenObject>();
  const manifests = new Map<string, Manifest>();
  const problems = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const id of ids) {
    const manifest = await readManifest(target, id).catch((error: Error) => {
      problems.get(id)?.push(error.message);
    });
    if (manifest) manifests.set(id, manifest);
  }
  const readable: Manifest[] = [];
  for (const manifest of manifests.values()) {
    const found = await checkLists(target, manifest);
    problems.get(manifest.id)?.push(...found);
    if (found.length === 0) readable.push(manifest);
  }
  await inParallel(union(readable.map((one) => hashesOf(target, one))), WIDTH, (sha256) =>
    checkObject(target, sha256).catch((error) => {
      if (!(error instanceof BrokenObject)) throw error;
      broken.set(sha256, error);
    }),
  );
  for (const manifest of readable) problems.get(manifest.id)?.push(...(await judge(target, config, manifest, broken)));
  return ids.map((id) => ({ id, manifest: manifests.get(id) ?? null, problems: problems.get(id) ?? [] }));
}

/** Everything a set consists of, ascending. */
export async function* hashesOf(target: Target, { database, files }: Manifest): AsyncIterable<string> {
  const ofDatabase: string[] = [...database.list, ...files.list];
  for await (const { parts } of entriesIn(target, database.list)) ofDatabase.push(...parts);
  yield* union([ofDatabase.sort(), firstParts(target, files.list)]);
}

/** The list of files is in the order of their hashes, and each is one piece. */
async function* firstParts(target: Target, list: readonly string[]): AsyncIterable<string> {
  for await (const { parts } of entriesIn(target, list)) yield* parts;
}

async function checkLists(target: Target, { database, files }: Manifest): Promise<string[]> {
  try {
    let [count, bytes] = [0, 0];
    for await (const { size } of entriesIn(target, files.list)) {
      count += 1;
      bytes += size;
    }
    if (count !== files.count || bytes !== files.bytes) return ['a lista de arquivos não é a que o manifesto conta'];
    for await (const _ of entriesIn(target, database.list));
    return [];
  } catch (error) {
    return [`uma lista não pôde ser lida: ${(error as Error).message}`];
  }
}

async function judge(
  target: Target,
  config: Config,
  manifest: Manifest,
  broken: ReadonlyMap<string, BrokenObject>,
): Promise<string[]> {
  const problems: string[] = [];
  const { database, files } = manifest;
  for await (const { path, parts } of entriesIn(target, files.list)) {
    for (const part of parts) if (broken.has(part)) problems.push(`arquivo ${path}: ${broken.get(part)?.message}`);
  }
  let whole = true;
  for await (const { path, parts } of entriesIn(target, database.list)) {
    for (const part of parts) {
      if (!broken.has(part)) continue;
      whole = false;
      problems.push(`banco, ${path}: ${broken.get(part)?.message}`);
    }
  }
  for (const key of files.missing)
    problems.push(`arquivo ${key}: já faltava ou estava trocado quando o conjunto foi tirado`);
  if (whole && database.kind === 'dump') {
    const readable = checkDumpOf(target, config, manifest);
    await readable.catch((error: Error) => problems.push(`banco: ${error.message}`));
  }
  return problems;
}

async function checkDumpOf(target: Target, config: Config, { database }: Manifest): Promise<void> {
  const { major } = database;
  const program = await findProgram('pg_restore', config.postgresBin, (one) => one >= major, `${major} ou mais novo`);
  await checkDump(program, piecesOf(target, database.list));
}

/** The bytes of a list's files, one after the other, each piece checked. */
export async function* piecesOf(target: Target, list: readonly string[]): AsyncIterable<Buffer> {
  for await (const { parts } of entriesIn(target, list)) yield* readParts(target, parts);
}
