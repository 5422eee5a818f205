import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { among, has, type Ran, run } from './programs.ts';
import { compiledOnce, type Instantiate } from './wasm.ts';

/** Whether files are valid, by qpdf: the program if it is installed, otherwise in WebAssembly. */

/** The parts of the package's module that are used; its own types omit half of it. */
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

/** Runs qpdf on one file, which is named `file`. */
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
  // It writes to this process's console unless its two streams are redirected.
  for (const stream of [1, 2]) {
    FS.close(FS.streams[stream] as object);
    FS.open('/said', APPEND);
  }
  return { FS, status: callMain(args) };
}

const PLAINLY = ['--qdf', '--object-streams=disable', '--decode-level=none'];

/** A file as qpdf reads it from its trailer: every reachable object and no other, none in an object stream. */
export async function readPlainly(bytes: Uint8Array): Promise<string> {
  const written = has('qpdf')
    ? await among({ file: bytes }, async (at) => {
        await run('qpdf', ...PLAINLY, at('file'), at('plain'));
        return readFile(at('plain'));
      })
    : (await inWebAssembly(bytes, [...PLAINLY, '/file', '/plain'])).FS.readFile('/plain');
  return Buffer.from(written).toString('latin1');
}

/** qpdf's complaints about a file; "the file may still contain errors" is its way of reporting none. */
export async function complaintsOf(bytes: Uint8Array): Promise<string[]> {
  const { output } = await qpdf(bytes, '--check');
  return output
    .split('\n')
    .filter((line) => /WARNING|ERROR|error/.test(line) && !/may still contain|errors that qpdf cannot/.test(line));
}
