import type { Limpeza } from '@rubrica/contract';
import type { Logger } from '../../core/log.ts';
import type { FileStore } from '../../core/ports.ts';
import type { Row } from '../../core/row.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { withDerivedKeys } from '../arquivos/index.ts';
import { QUEUES } from './queues.ts';

/** A transaction takes so many documents or, once there are none, so many rows of each table. */
const DOCUMENTS = 50;
const ROWS = 5_000;

export interface CleaningDeps {
  readonly db: Database;
  readonly files: FileStore;
  readonly log: Logger;
}

/** Has everything an organization keeps in the sandbox until now removed, by a job. */
export async function limparSandbox(tx: Tx): Promise<Limpeza> {
  const { organizacaoId, ambiente } = tx.scope;
  const [row] = await tx.sql<{ total: number }[]>`
    select count(*) as total from documento where ${tx.here()} and criado_em <= ${tx.now}`;
  await tx.sql`update webhook set falhas_simuladas = 0 where ${tx.here()} and falhas_simuladas > 0`;
  await tx.enqueue(QUEUES.CLEAN, { organizacaoId, ambiente, ate: tx.now.toISOString() });
  return { documentos: row?.total ?? 0 };
}

/**
 * Removes what was kept until the request, some at a time; what a process leaves that dies, the next one finds. SQL decides
 * what it is (acesso.limpar_sandbox). Files go after the commit, and the sweep of orphaned files finds those that a crash
 * leaves behind.
 * @param ate RFC 3339
 */
export async function emptySandbox({ db, files, log }: CleaningDeps, scope: Scope, ate: string): Promise<void> {
  for (;;) {
    const { removidas, chaves } = await db.write(scope, removeSome(ate));
    for (const key of chaves.flatMap(withDerivedKeys)) {
      await files
        .delete(key)
        .catch((error) => log.warn({ err: error }, 'a removed file is left to the sweep of orphans'));
    }
    if (removidas === 0) return;
  }
}

const removeSome =
  (ate: string) =>
  async ({ sql }: Tx): Promise<{ removidas: number; chaves: string[] }> => {
    const [row] = await sql<Row<'acesso.limpar_sandbox', { removidas: number; chaves: string[] }>[]>`
      select * from acesso.limpar_sandbox(${ate}::timestamptz, ${DOCUMENTS}, ${ROWS})`;
    return row ?? { removidas: 0, chaves: [] };
  };
