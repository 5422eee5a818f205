import type { Papel, StatusOrganizacao } from '@rubrica/contract';
import type { CursorPosition } from '../../core/cursor.ts';
import type { Columns, Row } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';

/** The brand properties that were set; others are not stored. */
export interface StoredBrand {
  readonly corPrimaria?: string | null;
  readonly logo?: string | null;
  readonly nomeRemetente?: string | null;
  readonly emailResposta?: string | null;
  readonly mensagemPadrao?: string | null;
}

type ListedRow = Row<
  'organizacao',
  {
    readonly id: string;
    readonly nome: string;
    /** CPF or CNPJ without punctuation. */
    readonly documento: string | null;
    readonly status: StatusOrganizacao;
    readonly plano_codigo: string;
    readonly marca: StoredBrand;
    readonly criada_em: Date;
    /** When it ends for its members, once its owner has requested that. */
    readonly encerra_em: Date | null;
  }
>;

export type OrganizacaoRow = ListedRow &
  Row<
    'organizacao',
    {
      /** Whose pages may show a signing page, and receive people back. */
      readonly origens_permitidas: string[];
    }
  >;

export const organizacaoColumns = ({ sql }: Tx) =>
  sql`id, nome, documento, status, plano_codigo, marca, origens_permitidas, criada_em, encerra_em`;

/** An organization as seen by one of its members; `membro_id` is null for a key. */
export type OrganizacaoDoUsuarioRow = ListedRow &
  Row<
    'acesso.organizacoes_da_pessoa',
    {
      readonly membro_id: string | null;
      readonly papel: Papel;
    }
  >;

export type MembroRow = Row<
  'membro',
  {
    readonly id: string;
    readonly usuario_id: string;
    readonly nome: string;
    readonly email: string;
    readonly papel: Papel;
  },
  'usuario_id' | 'nome'
>;

/** The organization of the scope. */
export async function findOrganizacao(tx: Tx): Promise<OrganizacaoRow | undefined> {
  const [row] = await tx.sql<OrganizacaoRow[]>`
    select ${organizacaoColumns(tx)}
      from organizacao
     where id = ${tx.scope.organizacaoId}`;
  return row;
}

/** Whether the operator suspended it, as for abuse; not what its owner is about to close. */
export async function isBarred({ sql, scope }: Tx): Promise<boolean> {
  const [row] = await sql<Columns<'organizacao', 'status'>[]>`
    select status from organizacao where id = ${scope.organizacaoId}`;
  return row?.status !== 'ATIVA';
}

/** Whether it creates, sends and invites nothing: suspended by the operator, or about to be closed. */
export async function isSuspended({ sql, scope }: Tx): Promise<boolean> {
  const [row] = await sql<Columns<'organizacao', 'status' | 'encerra_em'>[]>`
    select status, encerra_em from organizacao where id = ${scope.organizacaoId}`;
  return row?.status !== 'ATIVA' || row.encerra_em !== null;
}

/** The same, locked until the transaction ends, so that two changes of the brand do not overwrite each other. */
export async function lockOrganizacao(tx: Tx): Promise<OrganizacaoRow | undefined> {
  const [row] = await tx.sql<OrganizacaoRow[]>`
    select ${organizacaoColumns(tx)}
      from organizacao
     where id = ${tx.scope.organizacaoId}
       for no key update`;
  return row;
}

export async function updateOrganizacao(
  tx: Tx,
  organizacao: Pick<OrganizacaoRow, 'nome' | 'documento' | 'marca' | 'origens_permitidas'>,
): Promise<OrganizacaoRow> {
  const { sql, scope } = tx;
  const [row] = await sql<OrganizacaoRow[]>`
    update organizacao
       set nome = ${organizacao.nome},
           documento = ${organizacao.documento},
           marca = ${tx.json(organizacao.marca)},
           origens_permitidas = ${organizacao.origens_permitidas}
     where id = ${scope.organizacaoId}
    returning ${organizacaoColumns(tx)}`;
  return row as OrganizacaoRow;
}

/**
 * Organizations in which the person is an active member, after a position, newest first. They are outside the scope, so
 * the lookup function finds them; a person has few.
 */
export async function listOrganizacoes(
  { sql }: Tx,
  usuarioId: string,
  after: CursorPosition | null,
  limit: number,
): Promise<readonly OrganizacaoDoUsuarioRow[]> {
  return sql<OrganizacaoDoUsuarioRow[]>`
    select id, nome, documento, status, plano_codigo, marca, criada_em, encerra_em, membro_id, papel
      from acesso.organizacoes_da_pessoa(${usuarioId})
     where ${after ? sql`(criada_em, id) < (${after[0] ?? ''}::timestamptz, ${after[1] ?? ''}::uuid)` : sql`true`}
     order by criada_em desc, id desc
     limit ${limit}`;
}

/** Their number. */
export async function countOrganizacoes({ sql }: Tx, usuarioId: string): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total
      from acesso.organizacoes_da_pessoa(${usuarioId})`;
  return row?.total ?? 0;
}

/** Creates the scope's organization; its id was generated together with the scope. */
export async function insertOrganizacao(
  { sql, scope, realNow: now }: Tx,
  organizacao: { nome: string; documento: string; planoCodigo: string },
): Promise<void> {
  await sql`
    insert into organizacao (id, nome, documento, plano_codigo, criada_em)
    values (${scope.organizacaoId}, ${organizacao.nome}, ${organizacao.documento}, ${organizacao.planoCodigo}, ${now})`;
}

/** Makes a user a member of the scope's organization. */
export async function insertMembro(
  { sql, scope, realNow: now }: Tx,
  membro: { id: string; usuarioId: string; nome: string; email: string; papel: Papel },
): Promise<void> {
  await sql`
    insert into membro (id, organizacao_id, usuario_id, nome, email, papel, criado_em)
    values (${membro.id}, ${scope.organizacaoId}, ${membro.usuarioId}, ${membro.nome}, ${membro.email}, ${membro.papel},
            ${now})`;
}

/**
 * Records that an active member logged in, and locks its row until the transaction ends, so that a concurrent removal
 * comes entirely before or after. Returns nothing if the member is no longer active.
 */
export async function touchMembroAtivo(
  { sql, realNow: now, ours }: Tx,
  membroId: string,
): Promise<MembroRow | undefined> {
  const [row] = await sql<MembroRow[]>`
    update membro
       set ultimo_acesso_em = ${now}
     where id = ${membroId}
       and ${ours()}
       and estado = 'ATIVO'
       and removido_em is null
    returning id, usuario_id, nome, email, papel`;
  return row;
}
