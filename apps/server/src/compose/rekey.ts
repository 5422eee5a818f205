import { encryptTestSealAnew } from '../adapters/seal.ts';
import { sha256Hex } from '../core/chain.ts';
import type { Logger } from '../core/log.ts';
import type { Secrets } from '../core/ports.ts';
import type { Columns } from '../core/row.ts';
import type { Database, Sql } from '../core/sql.ts';
import type { Sweep } from '../core/sweep.ts';
import { type Reencrypt, rekeySweep } from '../jobs/rekey.ts';
import { MODULES } from './modules.ts';
import { encryptLogKeyAnew } from './open-log.ts';

/** Identifies master keys without revealing them. */
const fingerprints = (secrets: Secrets): string[] =>
  secrets.deriveAll('instalacao').map((key) => sha256Hex(key.export()));

/**
 * Two processes with different master keys would issue links and codes unknown to each other.
 * @throws Error for the operator
 */
export async function refuseForeignKey({ sql }: Database, secrets: Secrets): Promise<void> {
  const [row] = await sql<{ holds: boolean }[]>`select acesso.confirmar_chaves(${fingerprints(secrets)}) as holds`;
  if (row?.holds) return;
  throw new Error(
    'A chave mestra não é a desta instalação: os dados do banco foram feitos com outra. Dê a todo processo a mesma ' +
      'MASTER_KEY ou o mesmo DATA_DIR/master.key; ao trocar de chave, mantenha a anterior na lista até o registro dizer ' +
      'que tudo foi cifrado de novo.',
  );
}

/** Whether the master key is the installation's, as the owner of the database sees it; null: it has none yet. */
export async function isOwnKey(owner: Sql, secrets: Secrets): Promise<boolean | null> {
  const [row] = await owner<
    Columns<'instalacao', 'impressao'>[]
  >`select impressao from instalacao where nome = 'chave-mestra'`;
  return row ? fingerprints(secrets).includes(row.impressao) : null;
}

/** Re-encrypts long-lived values under the newest master key: the modules' columns, and the test seal's own file. */
export function rekeying({ sql }: Database, secrets: Secrets, log: Logger): Sweep[] {
  const columns = MODULES.flatMap(({ encrypted }) => Object.entries(encrypted));
  const reencrypt: Reencrypt = {
    'selo_teste.chave': (_id, value) => encryptTestSealAnew(secrets, value),
    'registro_aberto.chave': (_id, value) => encryptLogKeyAnew(secrets, value),
    ...Object.fromEntries(
      columns.map(([column, contextOf]) => [
        column,
        (id: string, value: Buffer) => secrets.encrypt(secrets.decrypt(value, contextOf(id)), contextOf(id)),
      ]),
    ),
  };
  return rekeySweep(sql, fingerprints(secrets), secrets, reencrypt, log);
}
