import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { FILE_MAX_BYTES } from '@rubrica/contract/limits';
import { ToolProblem } from './problem.ts';

const PDF = Buffer.from('%PDF-');
/** A PDF may have a kilobyte of something else before its header (ISO 32000-2, 7.5.2, note). */
const HEADER_BYTES = 1024;

/** Files of this machine, in the folders that whoever started the program named and nowhere else. */
export interface Folders {
  readonly all: readonly string[];
  /** @param path relative to the first folder, or absolute @throws {ToolProblem} outside of the folders, or if it is no PDF */
  readPdf(path: string): Promise<{ readonly name: string; readonly bytes: Uint8Array }>;
  /** Creates a file; one that exists is left alone. @throws {ToolProblem} outside of the folders, or if it exists */
  create(path: string, bytes: Uint8Array): Promise<string>;
}

const within = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
};

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** @param given as they were named; links in them are followed once @throws if one is not there */
export async function openFolders(given: readonly string[]): Promise<Folders> {
  const all = await Promise.all(given.map((folder) => realpath(folder)));
  const [first] = all as [string, ...string[]];
  const only = `Só alcanço arquivos em: ${all.join(', ')}.`;
  const inside = (path: string): string => {
    if (all.some((folder) => within(folder, path))) return path;
    throw new ToolProblem(only);
  };
  /** Where a path leads, every link in it followed. */
  const real = async (path: string): Promise<string> => {
    // Before anything is looked at: a stranger is not to learn what there is elsewhere.
    const wanted = resolve(first, path);
    if (!given.concat(all).some((folder) => within(resolve(folder), wanted))) throw new ToolProblem(only);
    return inside(
      await realpath(wanted).catch(() => {
        throw new ToolProblem(`Não há ${wanted}.`);
      }),
    );
  };
  return {
    all,
    async readPdf(path) {
      const found = await real(path);
      // Not through a link that has come meanwhile; and a pipe would be waited for.
      const file = await open(found, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        const about = await file.stat();
        if (!about.isFile()) throw new ToolProblem(`${found} não é um arquivo.`);
        if (about.size > FILE_MAX_BYTES) throw new ToolProblem(`${found} passa de ${FILE_MAX_BYTES / 2 ** 20} MB.`);
        const bytes = await file.readFile();
        if (!bytes.subarray(0, HEADER_BYTES).includes(PDF)) throw new ToolProblem(`${found} não é um PDF.`);
        return { name: basename(found), bytes };
      } finally {
        await file.close();
      }
    },
    async create(path, bytes) {
      const wanted = resolve(first, path);
      const target = join(await real(dirname(wanted)), basename(wanted));
      const file = await open(target, 'wx', 0o600).catch((error) => {
        if (codeOf(error) === 'EEXIST') throw new ToolProblem(`${target} já existe; escolha outro nome.`);
        throw new ToolProblem(`Não foi possível gravar ${target}: ${String(codeOf(error) ?? error)}.`);
      });
      try {
        await file.writeFile(bytes);
      } finally {
        await file.close();
      }
      return target;
    },
  };
}
