import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newSender, ROOT, type Service } from '../browser/world.ts';

const exec = promisify(execFile);

/** A folder of an integrator: what is generated, and the program written with it. */
export interface Workshop {
  readonly folder: string;
  /** Puts a program of `acceptance/fixtures` into the folder. */
  take(fixture: string): Promise<void>;
  /** What the TypeScript compiler says against a file in strict form; nothing where it says nothing. */
  compile(file: string): Promise<string>;
  /** What a program of the folder prints, as JSON. */
  run(file: string, ...args: readonly string[]): Promise<unknown>;
  close(): Promise<void>;
}

/** Without `exactOptionalPropertyTypes`, which what @hey-api/openapi-ts brings along to call with does not pass. */
const COMPILER = [
  ...['--strict', '--noUncheckedIndexedAccess', '--noEmit', '--skipLibCheck'],
  ...['--target', 'es2024', '--module', 'nodenext', '--allowImportingTsExtensions', '--types', 'node'],
];

export async function openWorkshop(): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), 'rubrica-generators-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const node = (args: readonly string[]) => exec(process.execPath, args, { cwd: folder, maxBuffer: 1 << 26 });
  return {
    folder,
    take: (fixture) => copyFile(join(import.meta.dirname, '../fixtures', fixture), join(folder, fixture)),
    compile: async (file) => {
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
      const { stdout } = await node([tsc, ...COMPILER, file]).catch((error: { stdout: string }) => error);
      return stdout;
    },
    run: async (file, ...args) => JSON.parse((await node([file, ...args])).stdout),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A key of tests of a new organization. */
export async function newKey(service: Service): Promise<string> {
  const { api } = await newSender(service);
  const { chave } = await api.criarChaveApi({
    body: {
      nome: 'cliente gerado',
      ambiente: 'TESTE',
      escopos: ['documentos:ler', 'documentos:escrever', 'pastas:ler', 'pastas:escrever'],
    },
  });
  return chave;
}
