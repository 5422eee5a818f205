import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../browser/world.ts';
import { type Interpreter, php, phpOverSymfony, python } from './interpreter.ts';
import { type Answer, type Request, startServer } from './server.ts';

/** The clients in PHP and Python do what packages/contract/vectors.json has every client do. */

const FILE = join(ROOT, 'packages/contract/vectors.json');

interface Named {
  readonly name: string;
}
interface Vectors {
  readonly signatures: readonly (Named & { readonly result: string; readonly eventoId?: string })[];
  readonly roots: readonly (Named & { readonly root: string | null })[];
  readonly errors: readonly (Named & { readonly answer: Answer; readonly error: object })[];
  readonly pages: readonly (Named & {
    readonly answers: readonly Answer[];
    readonly requests: readonly string[];
    readonly items: readonly string[];
  })[];
  readonly retries: readonly (Named & {
    readonly answers: readonly Answer[];
    readonly requests: number;
    readonly waits: readonly { readonly min: number; readonly max: number }[];
    readonly idempotencyKey: string | null;
    readonly outcome: object;
  })[];
  readonly methods: Readonly<Record<string, string>>;
}

/** What a program tells of itself, in the order of the vectors. */
interface Told {
  readonly signatures: readonly object[];
  readonly roots: readonly (string | null)[];
  readonly errors: readonly object[];
  readonly pages: readonly (readonly string[])[];
  readonly retries: readonly { readonly outcome: object; readonly waits: readonly number[] }[];
  readonly methods: readonly string[];
}

const vectors = JSON.parse(readFileSync(FILE, 'utf8')) as Vectors;
const PLAYED = {
  errors: vectors.errors.map(({ answer }) => ({ answers: [answer] })),
  pages: vectors.pages,
  retries: vectors.retries,
};

/** A request as its meaning: `+` and `%20` are the same blank, and the order of a query says nothing. */
function meaningOf(target: string): string[] {
  const [path = '', query = ''] = target.split('?');
  return [path, ...[...new URLSearchParams(query)].map((pair) => JSON.stringify(pair)).sort()];
}

/** What one client did: what it tells, and what was asked of the server. */
interface Deed {
  readonly told: Told;
  readonly requests: (part: 'pages' | 'retries', number: number) => readonly Request[];
}

async function runAgainst({ run }: Interpreter, ...mode: readonly string[]): Promise<Deed> {
  const server = await startServer(PLAYED);
  try {
    const told = (await run('vectors', [...mode, FILE, server.origin])) as Told;
    return { told, requests: server.requestsOf };
  } finally {
    await server.close();
  }
}

const PROGRAMS = [
  { name: 'PHP', interpreter: php, mode: [] },
  { name: "PHP, over Symfony's HTTP client", interpreter: phpOverSymfony, mode: [] },
  { name: 'Python', interpreter: python, mode: ['sync'] },
  { name: 'Python, asynchronous', interpreter: python, mode: ['async'] },
];

/** All at once, because most of it is waiting for answers that never come. */
const results = Promise.allSettled(
  PROGRAMS.map(({ interpreter, mode }) => (interpreter.lacks.skip ? null : runAgainst(interpreter, ...mode))),
);

describe.each(PROGRAMS.map((program, i) => ({ ...program, i })))(
  'the client in $name',
  ({ interpreter, i: program }) => {
    describe('of the vectors', interpreter.lacks, () => {
      let deed: Deed;
      beforeAll(async () => {
        const done = (await results)[program];
        if (done?.status === 'rejected') throw done.reason;
        if (done?.value) deed = done.value;
      });

      it.each(vectors.signatures.map((vector, i) => ({ ...vector, i })))('takes or refuses: $name', (vector) => {
        const { result, eventoId } = vector;
        expect(deed.told.signatures[vector.i]).toEqual(eventoId === undefined ? { result } : { result, eventoId });
      });

      it('calls the root that the key and the address say', () => {
        expect(deed.told.roots).toEqual(vectors.roots.map(({ root }) => root));
      });

      it.each(vectors.errors.map((vector, i) => ({ ...vector, i })))(
        'raises what it is told: $name',
        ({ error, i }) => {
          expect(deed.told.errors[i]).toEqual(error);
        },
      );

      it.each(vectors.pages.map((vector, i) => ({ ...vector, i })))('reads to the end: $name', (vector) => {
        expect(deed.told.pages[vector.i]).toEqual(vector.items);
        const asked = deed.requests('pages', vector.i).map(({ target }) => meaningOf(target));
        expect(asked).toEqual(vector.requests.map(meaningOf));
      });

      it.each(vectors.retries.map((vector, i) => ({ ...vector, i })))('repeats: $name', (vector) => {
        const { outcome, waits } = deed.told.retries[vector.i] ?? { outcome: {}, waits: [] };
        const keys = deed.requests('retries', vector.i).map(({ idempotencyKey }) => idempotencyKey);
        expect(outcome).toEqual(vector.outcome);
        expect(keys).toHaveLength(vector.requests);
        expect(new Set(keys).size).toBe(1);
        if (vector.idempotencyKey === 'own') expect(keys[0]).toMatch(/^[\x21-\x7e]{16,255}$/);
        else expect(keys[0]).toBe(vector.idempotencyKey);
        expect(waits).toHaveLength(vector.waits.length);
        for (const [n, { min, max }] of vector.waits.entries()) {
          expect(waits[n]).toBeGreaterThanOrEqual(min);
          expect(waits[n]).toBeLessThanOrEqual(max);
        }
      });

      it('makes another idempotency key for each call', () => {
        const own = vectors.retries.flatMap(({ idempotencyKey }, i) => (idempotencyKey === 'own' ? [i] : []));
        const keys = own.map((i) => deed.requests('retries', i)[0]?.idempotencyKey);
        expect(new Set(keys).size).toBe(own.length);
      });

      it('has every method', () => {
        expect(deed.told.methods).toEqual(Object.keys(vectors.methods));
      });
    });
  },
);
