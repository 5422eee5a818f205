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
    /** Maintained by a trigger on `documento`, so reading it costs nothing; deleted documents do not count. */
    readonly quantidade_documentos: number;
    readonly criada_em: Date;
  }
>;

const columns = ({ sql }: Tx) => sql`id, nome, pai_id, quantidade_documentos, criada_em`;

/**
 * Serializes changes of a scope's tree until the transaction ends. Two moves that are each valid can form a cycle
 * together, and locks on their own rows would not let either see the other.
 */
export async function lockTree({ sql, scope }: Tx): Promise<void> {
  const tree = `pastas:${scope.organizacaoId}:${scope.ambiente}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${tree}, 0))`;
}

/**
 * A folder locked against its deletion, which the clearing of a sandbox does without the tree's lock, and against anything
 * being put into it: a document's foreign key waits for this lock, and then either finds the folder gone or, here, the
 * document is counted.
 */
export async function lockPasta(tx: Tx, id: string): Promise<PastaRow | undefined> {
  const [row] = await tx.sql<PastaRow[]>`
    select ${columns(tx)}
      from pasta
     where id = ${id} and ${tx.here()}
       for update`;
  return row;
}

/** Whether a sibling of the given folder has its name, ignoring case (unique index pasta_nome). */
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

/**
 * Whether `id` is `ancestorId` or anywhere below it. Walks up from `id`; the lock on the tree guarantees that it
 * terminates.
 */
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

/** Deletes an empty folder. Documents deleted while in it still reference it, so those references are cleared first. */
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

/** Folders of the whole tree after a position, newest first (index pasta_lista). */
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
