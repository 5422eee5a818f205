import type { Ambiente, EscopoChave } from '@rubrica/contract';
import type { CursorPosition } from '../../core/cursor.ts';
import type { Row } from '../../core/row.ts';
import type { Sql, Tx } from '../../core/sql.ts';

/** An application as the operator registered it. */
export type ClienteRow = Row<
  'acesso.cliente_oauth',
  {
    readonly id: string;
    readonly client_id: string;
    readonly segredo_hash: Buffer;
    readonly nome: string;
    readonly ambiente: Ambiente;
    readonly redirect_uris: string[];
    readonly escopos: EscopoChave[];
    /** The organization and member whose role client_credentials uses. */
    readonly membro_id: string | null;
    readonly organizacao_id: string | null;
  }
>;

export type ConcessaoRow = Row<
  'concessao_oauth',
  {
    readonly id: string;
    readonly cliente_id: string;
    readonly escopos: EscopoChave[];
    readonly revogada_em: Date | null;
  }
>;

export type TipoCredencial = 'CODIGO' | 'ACESSO' | 'RENOVACAO';

export type CredencialRow = Row<
  'credencial_oauth',
  {
    readonly concessao_id: string;
    readonly escopos: EscopoChave[];
    readonly redirect_uri: string | null;
    readonly desafio: string | null;
    readonly expira_em: Date;
    readonly usada_em: Date | null;
  }
>;

/** An application by its public name, unless revoked. Outside every scope, through the lookup function. */
export async function findCliente(sql: Sql, clientId: string): Promise<ClienteRow | undefined> {
  const [row] = await sql<ClienteRow[]>`
    select id, client_id, segredo_hash, nome, ambiente, redirect_uris, escopos, membro_id, organizacao_id
      from acesso.cliente_oauth(${clientId})`;
  return row;
}

/** The organization and environment that a code or refresh token belongs to, whether or not it is still valid. */
export async function findPlace(
  sql: Sql,
  hash: Buffer,
  tipo: TipoCredencial,
): Promise<{ organizacao_id: string; ambiente: Ambiente } | undefined> {
  const [row] = await sql<Row<'acesso.credencial_oauth', { organizacao_id: string; ambiente: Ambiente }>[]>`
    select organizacao_id, ambiente
      from acesso.credencial_oauth(${hash}, ${tipo})`;
  return row;
}

interface NewConcessao {
  readonly id: string;
  readonly clienteId: string;
  readonly membroId: string;
  readonly escopos: readonly EscopoChave[];
}

const concessaoColumns = ({ id, clienteId, membroId, escopos }: NewConcessao, own: boolean, criada_em: Date) => ({
  id,
  cliente_id: clienteId,
  membro_id: membroId,
  propria: own,
  escopos,
  criada_em,
});

export async function insertConcessao({ sql, rows, realNow: now }: Tx, concessao: NewConcessao): Promise<void> {
  await sql`
    insert into concessao_oauth ${rows(concessaoColumns(concessao, false, now))}`;
}

/** An application's grant for its own organization, created on first use. Unique index concessao_oauth_propria. */
export async function lockOwnConcessao(
  { sql, rows, realNow: now }: Tx,
  concessao: NewConcessao,
): Promise<ConcessaoRow> {
  await sql`
    insert into concessao_oauth ${rows(concessaoColumns(concessao, true, now))}
    on conflict (cliente_id) where propria do nothing`;
  const [row] = await sql<ConcessaoRow[]>`
    select id, cliente_id, escopos, revogada_em
      from concessao_oauth
     where cliente_id = ${concessao.clienteId}
       and propria
       for update`;
  return row as ConcessaoRow;
}

/** A grant, locked: everything that consumes or revokes one of its credentials takes this lock first. */
export async function lockConcessaoOf(
  { sql }: Tx,
  hash: Buffer,
  tipo: TipoCredencial,
): Promise<ConcessaoRow | undefined> {
  const [row] = await sql<ConcessaoRow[]>`
    select g.id, g.cliente_id, g.escopos, g.revogada_em
      from concessao_oauth g
     where g.id = (select concessao_id from credencial_oauth where hash = ${hash} and tipo = ${tipo})
       for update`;
  return row;
}

/** A code or token in its current state; read under the lock of its grant. */
export async function findCredencial({ sql }: Tx, hash: Buffer): Promise<CredencialRow | undefined> {
  const [row] = await sql<CredencialRow[]>`
    select concessao_id, escopos, redirect_uri, desafio, expira_em, usada_em
      from credencial_oauth
     where hash = ${hash}`;
  return row;
}

export async function insertCredencial(
  { sql, rows, realNow: now }: Tx,
  credencial: {
    hash: Buffer;
    concessaoId: string;
    tipo: TipoCredencial;
    escopos: readonly EscopoChave[];
    ttlMs: number;
    redirectUri?: string;
    desafio?: string;
  },
): Promise<void> {
  await sql`
    insert into credencial_oauth ${rows({
      hash: credencial.hash,
      concessao_id: credencial.concessaoId,
      tipo: credencial.tipo,
      escopos: credencial.escopos,
      redirect_uri: credencial.redirectUri ?? null,
      desafio: credencial.desafio ?? null,
      criada_em: now,
      expira_em: new Date(now.getTime() + credencial.ttlMs),
    })}`;
}

export async function spendCredencial({ sql, realNow: now }: Tx, hash: Buffer): Promise<void> {
  await sql`update credencial_oauth set usada_em = ${now} where hash = ${hash}`;
}

/** Revokes a grant with all its tokens: authentication and renewal read this column. */
export async function revokeConcessao({ sql, realNow: now }: Tx, concessaoId: string, motivo: string): Promise<void> {
  await sql`
    update concessao_oauth
       set revogada_em = ${now},
           motivo_revogacao = ${motivo}
     where id = ${concessaoId}
       and revogada_em is null`;
}

/** A grant with what its organization may know about the application. */
export type ListedConcessao = Row<
  'concessao_oauth',
  {
    readonly id: string;
    readonly ambiente: Ambiente;
    readonly escopos: EscopoChave[];
    readonly membro_id: string;
    readonly criada_em: Date;
    readonly ultimo_uso_em: Date | null;
    readonly ultimo_ip: string | null;
    readonly revogada_em: Date | null;
  }
> &
  Row<
    'acesso.aplicativos_concedidos',
    {
      readonly nome: string;
      readonly client_id: string;
    }
  > & { readonly aplicativo_revogado_em: Date | null };

/** Grants of the scope after a position, including revoked ones, newest first. Index concessao_oauth_lista. */
export async function listConcessoes(
  { sql, here }: Tx,
  after: CursorPosition | null,
  limit: number,
): Promise<readonly ListedConcessao[]> {
  return sql<ListedConcessao[]>`
    select g.id, a.nome, a.client_id, g.ambiente, g.escopos, g.membro_id, g.criada_em, g.ultimo_uso_em, g.ultimo_ip,
           g.revogada_em, a.revogado_em as aplicativo_revogado_em
      from concessao_oauth g
      join acesso.aplicativos_concedidos() a on a.id = g.cliente_id
     where ${here('g')}
       ${after ? sql`and (g.criada_em, g.id) < (${after[0] ?? ''}::timestamptz, ${after[1] ?? ''}::uuid)` : sql``}
     order by g.criada_em desc, g.id desc
     limit ${limit}`;
}

/** Their number. */
export async function countConcessoes({ sql, here }: Tx): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total
      from concessao_oauth
     where ${here()}`;
  return row?.total ?? 0;
}

/** A grant of the scope by its id, locked. */
export async function lockConcessao({ sql, here }: Tx, id: string): Promise<ConcessaoRow | undefined> {
  const [row] = await sql<ConcessaoRow[]>`
    select id, cliente_id, escopos, revogada_em
      from concessao_oauth
     where id = ${id}
       and ${here()}
       for update`;
  return row;
}
