import type { CursorPosition } from '../../core/cursor.ts';
import { afterPlace, type Placed, placeOf } from '../../core/page.ts';
import type { Row } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import { findOfService } from './modelos.ts';

export type ModeloEmailRow = Row<
  'modelo_email',
  {
    readonly id: string;
    readonly nome: string;
    readonly assunto: string;
    readonly corpo: string;
    readonly criado_por: string;
    readonly criado_em: Date;
  }
>;

/** What an invitation says in the words of a template. */
export type InvitationWords = Pick<ModeloEmailRow, 'assunto' | 'corpo'>;

const columns = ({ sql }: Tx) => sql`id, nome, assunto, corpo, criado_por, criado_em`;

export async function insertModeloEmail(tx: Tx, row: Omit<ModeloEmailRow, 'criado_em'>): Promise<ModeloEmailRow> {
  const [inserted] = await tx.sql<ModeloEmailRow[]>`
    insert into modelo_email ${tx.rows({ ...row, criado_em: tx.now })}
    returning ${columns(tx)}`;
  return inserted as ModeloEmailRow;
}

export async function lockModeloEmail(tx: Tx, id: string): Promise<ModeloEmailRow | null> {
  const [row] = await tx.sql<ModeloEmailRow[]>`
    select ${columns(tx)}
      from modelo_email
     where id = ${id} and ${tx.here()} and excluido_em is null
       for no key update`;
  return row ?? null;
}

export async function updateModeloEmail(
  tx: Tx,
  id: string,
  changes: Partial<Pick<ModeloEmailRow, 'nome' | 'assunto' | 'corpo'>>,
): Promise<ModeloEmailRow> {
  const [row] = await tx.sql<ModeloEmailRow[]>`
    update modelo_email
       set ${tx.set(changes)}
     where id = ${id} and ${tx.here()}
    returning ${columns(tx)}`;
  if (!row) throw new Error('a locked e-mail template vanished');
  return row;
}

export async function deleteModeloEmail(tx: Tx, id: string): Promise<void> {
  await tx.sql`
    update modelo_email
       set excluido_em = ${tx.now}
     where id = ${id} and ${tx.here()}`;
}

/** Uses the index modelo_email_lista. */
export function listModelosEmail(
  tx: Tx,
  after: CursorPosition | null,
  limit: number,
): PromiseLike<(ModeloEmailRow & Placed)[]> {
  return tx.sql<(ModeloEmailRow & Placed)[]>`
    select ${columns(tx)}, ${placeOf(tx)}
      from modelo_email
     where ${tx.here()} and excluido_em is null
       ${afterPlace(tx, after)}
     order by criado_em desc, id desc
     limit ${limit}`;
}

export async function countModelosEmail({ sql, here }: Tx): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total from modelo_email where ${here()} and excluido_em is null`;
  return row?.total ?? 0;
}

/** Whether a template can be chosen: one of the service's, or of the scope's that is not deleted. */
export async function isModeloEmail(tx: Tx, id: string): Promise<boolean> {
  if (findOfService(id)) return true;
  const rows = await tx.sql`select from modelo_email where id = ${id} and ${tx.here()} and excluido_em is null`;
  return rows.length > 0;
}

/** The words of a template that was chosen, deleted or not; null if there is none of this id in the scope. */
export async function wordsOf(tx: Tx, id: string): Promise<InvitationWords | null> {
  const own = findOfService(id);
  if (own) return { assunto: own.assunto, corpo: own.corpo };
  const [row] = await tx.sql<InvitationWords[]>`
    select assunto, corpo
      from modelo_email
     where id = ${id} and ${tx.here()}`;
  return row ?? null;
}
