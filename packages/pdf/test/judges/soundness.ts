import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { among, has, type Ran, run } from './programs.ts';
import { compiledOnce, type Instantiate } from './wasm.ts';

/** Whether files are in order, by qpdf: as a program where it is installed, else in WebAssembly. */

/** What of the package's module is used; its own types leave half of it out. */
interface Module {
  readonly FS: {
    readonly streams: readonly object[];
    close(stream: object): void;
    open(path: string, flags: number): object;
    writeFile(path: string, bytes: Uint8Array): void;
    readFile(path: string): Uint8Array;
  };
  callMain(args: string[]): number;
}

const path = createRequire(import.meta.url).resolve('@neslinesli93/qpdf-wasm');
const compiled = compiledOnce(path.replace(/\.js$/, '.wasm'));

/** `O_WRONLY | O_CREAT | O_APPEND` of fcntl.h. */
const APPEND = 0o2101;

/** Runs qpdf over one file, which it calls `file`. */
export async function qpdf(bytes: Uint8Array, ...options: readonly string[]): Promise<Ran> {
  if (has('qpdf')) {
    return among({ file: bytes }, async (at) => {
      const { status, output } = await run('qpdf', ...options, at('file'));
      return { status, output: output.replaceAll(at('file'), 'file') };
    });
  }
  const { FS, status } = await inWebAssembly(bytes, [...options, '/file']);
  return { status, output: Buffer.from(FS.readFile('/said')).toString('latin1').replaceAll('/file', 'file') };
}

async function inWebAssembly(bytes: Uint8Array, args: string[]): Promise<Pick<Module, 'FS'> & { status: number }> {
  const { default: load } = (await import(path)) as {
    default: (given: { instantiateWasm: Instantiate; noInitialRun: boolean }) => Promise<Module>;
  };
  const { FS, callMain } = await load({ instantiateWasm: await compiled(), noInitialRun: true });
  FS.writeFile('/file', bytes);
  // It writes to the console of this process unless its two streams lead elsewhere.
  for (const stream of [1, 2]) {
    FS.close(FS.streams[stream] as object);
    FS.open('/said', APPEND);
  }
  return { FS, status: callMain(args) };
}

const PLAINLY = ['--qdf', '--object-streams=disable', '--decode-level=none'];

/** A file as qpdf reads it from its trailer: every object that something leads to and no other, none in a stream. */
export async function readPlainly(bytes: Uint8Array): Promise<string> {
  const written = has('qpdf')
    ? await among({ file: bytes }, async (at) => {
        await run('qpdf', ...PLAINLY, at('file'), at('plain'));
        return readFile(at('plain'));
      })
    : (await inWebAssembly(bytes, [...PLAINLY, '/file', '/plain'])).FS.readFile('/plain');
  return Buffer.from(written).toString('latin1');
}

/** What qpdf complains of in a file; "the file may still contain errors" is its way of saying nothing. */
export async function complaintsOf(bytes: Uint8Array): Promise<string[]> {
  const { output } = await qpdf(bytes, '--check');
  return output
    .split('\n')
    .filter((line) => /WARNING|ERROR|error/.test(line) && !/may still contain|errors that qpdf cannot/.test(line));
}
