import { readFile } from 'node:fs/promises';

/** Types that TypeScript has only among those for web pages. */
interface Assembly {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<object>;
}
const assembly = (globalThis as unknown as { WebAssembly: Assembly }).WebAssembly;

/** What a module made by Emscripten expects as `instantiateWasm`. */
export type Instantiate = (imports: object, done: (instance: object) => void) => object;

/** Compiles a module once instead of each time it is loaded. */
export function compiledOnce(path: string): () => Promise<Instantiate> {
  let compiled: Promise<object> | undefined;
  return async () => {
    compiled ??= readFile(path).then((bytes) => assembly.compile(bytes));
    const module = await compiled;
    return (imports, done) => {
      void assembly.instantiate(module, imports).then(done);
      return {};
    };
  };
}
