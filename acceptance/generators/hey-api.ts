/**
 * Makes a client by @hey-api/openapi-ts. It needs the JavaScript API of the TypeScript compiler, which version 7 at the root
 * of the repository does not have and the one of this package does; a process of its own, so that nothing else is given it.
 * Usage: node hey-api.ts <address of the contract> <folder>
 */
import { registerHooks } from 'node:module';

const [input = '', path = ''] = process.argv.slice(2);
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === 'typescript' ? { ...context, parentURL: import.meta.url } : context),
});
const { createClient } = await import('@hey-api/openapi-ts');
await createClient({ input, output: { path, module: { extension: '.ts' } }, logs: { level: 'silent' } });
