import type { Ambiente, EscopoChave } from '@rubrica/contract';
import type { CursorPosition } from '../../core/cursor.ts';
import type { Row } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';

/** A key without its secret's hash, which only authentication needs. */
export type ChaveRow = Row<
  'chave_api',
  {
    readonly id: string;
    readonly nome: string;
    readonly prefixo: string;
    readonly ambiente: Ambiente;
    readonly escopos: EscopoChave[];
    readonly membro_id: string;
    readonly criada_em: Date;
    readonly ultimo_uso_em: Date | null;
    readonly ultimo_ip: string | null;
    readonly revogada_em: Date | null;
  }
>;

const columns = ({ sql }: Tx) =>
  sql`id, nome, prefixo, ambiente, escopos, membro_id, criada_em, ultimo_uso_em, ultimo_ip, revogada_em`;

/** Stores a member's key; its environment is the key's own, not that of the path. */
export async function insertChave(
  tx: Tx,
  chave: {
    id: string;
    nome: string;
    ambiente: Ambiente;
    prefixo: string;
    segredoHash: Buffer;
    escopos: readonly EscopoChave[];
    membroId: string;
  },
): Promise<ChaveRow> {
  const { sql, scope, realNow: now } = tx;
  const [row] = await sql<ChaveRow[]>`
    insert into chave_api (id, organizacao_id, ambiente, nome, prefixo, segredo_hash, escopos, membro_id, criada_em)
    values (${chave.id}, ${scope.organizacaoId}, ${chave.ambiente}, ${chave.nome}, ${chave.prefixo},
            ${chave.segredoHash}, ${[...chave.escopos]}::text[], ${chave.membroId}, ${now})
    returning ${columns(tx)}`;
  return row as ChaveRow;
}

/** Locks a key of the scope's organization, so that it is revoked only once. */
export async function lockChave(tx: Tx, chaveId: string): Promise<ChaveRow | undefined> {
  const [row] = await tx.sql<ChaveRow[]>`
    select ${columns(tx)}
      from chave_api
     where id = ${chaveId}
       and ${tx.ours()}
       for update`;
  return row;
}

/** Revokes at once: authentication reads this column on every call. */
export async function revokeChave({ sql, realNow: now, ours }: Tx, chaveId: string): Promise<void> {
  await sql`
    update chave_api
       set revogada_em = ${now}
     where id = ${chaveId}
       and ${ours()}
       and revogada_em is null`;
}

/** The organization's keys, or only those of one member. */
const listed = ({ sql, ours }: Tx, membroId: string | null) =>
  sql`${ours()} ${membroId === null ? sql`` : sql`and membro_id = ${membroId}`}`;

/**
 * Keys of the organization after a position, in both environments and including revoked ones, newest first. Index
 * chave_api (organizacao_id, criada_em desc, id desc).
 * @param membroId only those this member created
 */
export async function listChaves(
  tx: Tx,
  membroId: string | null,
  after: CursorPosition | null,
  limit: number,
): Promise<readonly ChaveRow[]> {
  const { sql } = tx;
  return sql<ChaveRow[]>`
    select ${columns(tx)}
      from chave_api
     where ${listed(tx, membroId)}
       ${after ? sql`and (criada_em, id) < (${after[0] ?? ''}::timestamptz, ${after[1] ?? ''}::uuid)` : sql``}
     order by criada_em desc, id desc
     limit ${limit}`;
}

/** The total number of keys, including revoked ones. */
export async function countChaves(tx: Tx, membroId: string | null): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`
    select count(*) as total
      from chave_api
     where ${listed(tx, membroId)}`;
  return row?.total ?? 0;
}

/** The number of unrevoked keys in an environment. */
export async function countLive({ sql, ours }: Tx, ambiente: Ambiente): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total
      from chave_api
     where ${ours()}
       and ambiente = ${ambiente}
       and revogada_em is null`;
  return row?.total ?? 0;
}
