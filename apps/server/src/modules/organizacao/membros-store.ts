import type { EstadoMembro, Papel } from '@rubrica/contract';
import type { CursorPosition } from '../../core/cursor.ts';
import type { Row } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';

/** A membership, for listing and for checks. No function here finds removed ones. */
export type MembershipRow = Row<
  'membro',
  {
    readonly id: string;
    readonly nome: string | null;
    readonly email: string;
    readonly papel: Papel;
    readonly estado: EstadoMembro;
    readonly ultimo_acesso_em: Date | null;
    readonly criado_em: Date;
  }
>;

const columns = ({ sql }: Tx) => sql`id, nome, email, papel, estado, ultimo_acesso_em, criado_em`;

/**
 * Members after a position, newest first. Index membro (organizacao_id, criado_em desc, id desc) of those not removed.
 */
export async function listMembros(
  tx: Tx,
  after: CursorPosition | null,
  limit: number,
): Promise<readonly MembershipRow[]> {
  const { sql } = tx;
  return sql<MembershipRow[]>`
    select ${columns(tx)}
      from membro
     where ${tx.ours()}
       and removido_em is null
       ${after ? sql`and (criado_em, id) < (${after[0] ?? ''}::timestamptz, ${after[1] ?? ''}::uuid)` : sql``}
     order by criado_em desc, id desc
     limit ${limit}`;
}

/** The number of members, including invited and suspended ones. */
export async function countMembros({ sql, ours }: Tx): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total
      from membro
     where ${ours()}
       and removido_em is null`;
  return row?.total ?? 0;
}

/**
 * Locks every owner and the given members, so that if two owners remove each other at the same time, the second sees
 * what the first did. Everyone locks owners first, after which other members may be locked in any order.
 */
export async function lockMembros(tx: Tx, ids: readonly string[]): Promise<Map<string, MembershipRow>> {
  const { sql } = tx;
  const rows = await sql<MembershipRow[]>`
    select ${columns(tx)}
      from membro
     where ${tx.ours()}
       and removido_em is null
       and (papel = 'PROPRIETARIO' or id = any(${[...ids]}::uuid[]))
     order by papel <> 'PROPRIETARIO', id
       for no key update`;
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Adds an invited person, or does nothing if the address already has a membership. Two concurrent invitations wait for
 * each other at the unique index membro_email.
 */
export async function insertConvidado(
  tx: Tx,
  membro: { id: string; email: string; papel: Papel },
): Promise<MembershipRow | undefined> {
  const { sql, scope, realNow: now } = tx;
  const [row] = await sql<MembershipRow[]>`
    insert into membro (id, organizacao_id, nome, email, papel, estado, criado_em)
    values (${membro.id}, ${scope.organizacaoId}, null, ${membro.email}, ${membro.papel}, 'CONVIDADO', ${now})
    on conflict (organizacao_id, lower(email)) where removido_em is null do nothing
    returning ${columns(tx)}`;
  return row;
}

/** An address's membership, ignoring case. */
export async function findMembroByEmail(tx: Tx, email: string): Promise<MembershipRow | undefined> {
  const [row] = await tx.sql<MembershipRow[]>`
    select ${columns(tx)}
      from membro
     where ${tx.ours()}
       and lower(email) = lower(${email})
       and removido_em is null`;
  return row;
}

/** Changes role or state. */
export async function updateMembro(
  tx: Tx,
  id: string,
  changes: { papel: Papel; estado: EstadoMembro },
): Promise<MembershipRow> {
  const { sql } = tx;
  const [row] = await sql<MembershipRow[]>`
    update membro
       set papel = ${changes.papel}, estado = ${changes.estado}
     where id = ${id}
       and ${tx.ours()}
       and removido_em is null
    returning ${columns(tx)}`;
  return row as MembershipRow;
}

/** Ends a membership. The row stays: documents name their author through it, and keys keep its last role. */
export async function removeMembro({ sql, realNow: now, ours }: Tx, id: string): Promise<void> {
  await sql`
    update membro
       set removido_em = ${now}
     where id = ${id}
       and ${ours()}
       and removido_em is null`;
}

/** Ends all of a member's sessions in the organization, from this transaction on. */
export async function endSessoesOf({ sql, realNow: now, ours }: Tx, membroId: string): Promise<void> {
  await sql`
    update sessao
       set encerrada_em = ${now}
     where membro_id = ${membroId}
       and ${ours()}
       and encerrada_em is null`;
}

/** Assigns a membership to an account. @returns false if it is no longer an open invitation */
export async function activateMembro(
  { sql, ours }: Tx,
  membroId: string,
  usuario: { id: string; nome: string },
): Promise<boolean> {
  const activated = await sql`
    update membro
       set usuario_id = ${usuario.id}, nome = ${usuario.nome}, estado = 'ATIVO'
     where id = ${membroId}
       and ${ours()}
       and estado = 'CONVIDADO'
       and removido_em is null
    returning 1`;
  return activated.length > 0;
}
