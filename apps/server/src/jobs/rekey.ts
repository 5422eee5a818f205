import type { Logger } from '../core/log.ts';
import type { Secrets } from '../core/ports.ts';
import type { Row } from '../core/row.ts';
import type { Sql } from '../core/sql.ts';
import type { Sweep } from '../core/sweep.ts';

const EVERY_MS = 60_000;
const BATCH = 100;

/** How to re-encrypt the values of each column (`table.column`). */
export type Reencrypt = Readonly<Record<string, (id: string, value: Buffer) => Buffer | Promise<Buffer>>>;

type Encrypted = Row<
  'acesso.cifrados_antes',
  {
    readonly lugar: string;
    readonly id: string;
    readonly valor: Buffer;
  }
>;

/**
 * Re-encrypts under the master key for new rows what an older key encrypted, and logs when the older key is no longer
 * needed. A value that changes meanwhile is handled by the next run.
 * @param keys fingerprints of the master keys, the newest first
 * @returns no sweep if there is no older key
 */
export function rekeySweep(
  sql: Sql,
  keys: readonly string[],
  { heading }: Pick<Secrets, 'heading'>,
  reencrypt: Reencrypt,
  log: Logger,
): Sweep[] {
  const [newest = '', ...earlier] = keys;
  if (earlier.length === 0) return [];
  return [
    {
      name: 'recifrar',
      everyMs: EVERY_MS,
      async run() {
        for (;;) {
          const rows = await sql<Encrypted[]>`select * from acesso.cifrados_antes(${heading}, ${BATCH})`;
          if (rows.length === 0) break;
          for (const { lugar, id, valor } of rows) {
            const anew = reencrypt[lugar];
            if (anew === undefined) throw new Error(`nobody knows what ${lugar} is bound to`);
            await sql`select acesso.recifrar(${lugar}, ${id}, ${valor}, ${await anew(id, valor)})`;
          }
        }
        const [row] = await sql<{ first: boolean }[]>`select acesso.assumir_chave(${newest}) as first`;
        if (row?.first) log.warn('everything kept for long is encrypted under the first key of MASTER_KEY');
      },
    },
  ];
}
