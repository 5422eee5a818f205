import type { CursorPosition } from '../../core/cursor.ts';
import type { Row } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';

export type PastaRow = Row<
  'pasta',
  {
    readonly id: string;
    readonly nome: string;
    /** null at the root. */
    readonly pai_id: string | null;
    /** Kept by the trigger of `documento`, so reading it costs nothing; deleted documents do not count. */
    readonly quantidade_documentos: number;
    readonly criada_em: Date;
  }
>;

const columns = ({ sql }: Tx) => sql`id, nome, pai_id, quantidade_documentos, criada_em`;

/**
 * Makes the changes of a scope's tree come one after another, until the transaction ends. A cycle takes two moves that
 * are each right by themselves, and no lock on their own rows would let one see the other.
 */
export async function lockTree({ sql, scope }: Tx): Promise<void> {
  const tree = `pastas:${scope.organizacaoId}:${scope.ambiente}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${tree}, 0))`;
}

export async function findPasta(tx: Tx, id: string): Promise<PastaRow | undefined> {
  const [row] = await tx.sql<PastaRow[]>`
    select ${columns(tx)}
      from pasta
     where id = ${id} and ${tx.here()}`;
  return row;
}

/**
 * A folder locked against anything that would come to stand in it: a document's foreign key waits for this lock, and
 * then finds the folder gone or, here, the document counted.
 */
export async function lockPasta(tx: Tx, id: string): Promise<PastaRow | undefined> {
  const [row] = await tx.sql<PastaRow[]>`
    select ${columns(tx)}
      from pasta
     where id = ${id} and ${tx.here()}
       for update`;
  return row;
}

/** Whether a folder beside the given one has its name, in any letter case (unique index pasta_nome). */
export async function siblingHasName(tx: Tx, paiId: string | null, nome: string, exceptId: string): Promise<boolean> {
  const rows = await tx.sql`
    select
      from pasta
     where ${tx.here()}
       and pai_id is not distinct from ${paiId}::uuid
       and lower(nome) = lower(${nome})
       and id <> ${exceptId}`;
  return rows.length > 0;
}

/** Whether `id` is `ancestorId` or stands anywhere below it. Walks up from `id`; under the tree's lock it ends. */
export async function isWithin(tx: Tx, id: string, ancestorId: string): Promise<boolean> {
  const rows = await tx.sql`
    with recursive acima as (
      select id, pai_id from pasta where id = ${id} and ${tx.here()}
      union all
      select p.id, p.pai_id from pasta p join acima a on p.id = a.pai_id
    )
    select from acima where id = ${ancestorId}`;
  return rows.length > 0;
}

export async function insertPasta(
  tx: Tx,
  pasta: { id: string; nome: string; paiId: string | null },
): Promise<PastaRow> {
  const [row] = await tx.sql<PastaRow[]>`
    insert into pasta ${tx.rows({ id: pasta.id, nome: pasta.nome, pai_id: pasta.paiId, criada_em: tx.now })}
    returning ${columns(tx)}`;
  return row as PastaRow;
}

export async function updatePasta(tx: Tx, id: string, nome: string, paiId: string | null): Promise<PastaRow> {
  const [row] = await tx.sql<PastaRow[]>`
    update pasta
       set nome = ${nome}, pai_id = ${paiId}
     where id = ${id} and ${tx.here()}
    returning ${columns(tx)}`;
  return row as PastaRow;
}

/** Removes a folder nothing is in. Documents deleted while in it still name it: those are let go first. */
export async function deletePasta(tx: Tx, id: string): Promise<void> {
  await tx.sql`
    update documento
       set pasta_id = null
     where pasta_id = ${id} and ${tx.here()} and excluido_em is not null`;
  await tx.sql`delete from pasta where id = ${id} and ${tx.here()}`;
}

/** Folders directly inside (index pasta (organizacao_id, ambiente, pai_id)). */
export async function countSubfolders(tx: Tx, id: string): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`
    select count(*) as total
      from pasta
     where ${tx.here()} and pai_id = ${id}`;
  return row?.total ?? 0;
}

/** Folders after a position, of the whole tree, newest first (index pasta_lista). */
export function listPastas(tx: Tx, after: CursorPosition | null, limit: number): PromiseLike<PastaRow[]> {
  const { sql } = tx;
  return sql<PastaRow[]>`
    select ${columns(tx)}
      from pasta
     where ${tx.here()}
       ${after ? sql`and (criada_em, id) < (${after[0] ?? ''}::timestamptz, ${after[1] ?? ''}::uuid)` : sql``}
     order by criada_em desc, id desc
     limit ${limit}`;
}

export async function countPastas(tx: Tx): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`select count(*) as total from pasta where ${tx.here()}`;
  return row?.total ?? 0;
}
