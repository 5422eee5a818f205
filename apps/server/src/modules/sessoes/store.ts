import { SESSION_IDLE_MS, SESSION_MAX_MS } from '@rubrica/contract';
import type { Source } from '../../core/actor.ts';
import type { CursorPosition } from '../../core/cursor.ts';
import type { Columns, Row } from '../../core/row.ts';
import type { Sql, Tx } from '../../core/sql.ts';

export type UsuarioRow = Columns<'usuario', 'id' | 'nome' | 'email' | 'email_confirmado_em' | 'idioma' | 'tema'> & {
  readonly segundo_fator: boolean;
};

/** Of an account just made. */
export const NEW_ACCOUNT = { segundo_fator: false, email_confirmado_em: null, idioma: null, tema: 'SISTEMA' } as const;

export type SessaoRow = Columns<'sessao', 'id' | 'criada_em' | 'usada_em' | 'expira_em' | 'ip' | 'agente_usuario'>;

/** An account as found at login, before anything is proven. */
export type AccountRow = Row<
  'acesso.login',
  {
    readonly usuario_id: string;
    readonly senha_hash: string;
    /** Whether a second factor is confirmed. */
    readonly totp: boolean;
    /** The membership to log in with; null if the person is not an active member of any organization. */
    readonly membro_id: string | null;
    readonly organizacao_id: string | null;
  }
>;

/** The account of an e-mail address, ignoring case. Outside every scope, through the lookup function. */
export async function findAccount(sql: Sql, email: string): Promise<AccountRow | undefined> {
  const [row] = await sql<AccountRow[]>`
    select usuario_id, senha_hash, totp, membro_id, organizacao_id
      from acesso.login(${email})`;
  return row;
}

/**
 * @returns false if an account already has the e-mail (unique index usuario_email); the transaction cannot be continued
 * then.
 */
export async function insertUsuario(
  { sql, realNow: now }: Tx,
  usuario: { id: string; nome: string; email: string; senhaHash: string },
): Promise<boolean> {
  // Without `returning`: until its membership is written, the scope may not read the row.
  return sql`
    insert into usuario (id, nome, email, senha_hash, criado_em)
    values (${usuario.id}, ${usuario.nome}, ${usuario.email}, ${usuario.senhaHash}, ${now})`.then(
    () => true,
    (error: { code?: string; constraint?: string }) => {
      if (error.code === '23505' && error.constraint === 'usuario_email') return false;
      throw error;
    },
  );
}

/** Opens a session for at most seven days from now, or until the end of the one it continues. */
export async function insertSessao(
  { sql, scope, realNow: now, json }: Tx,
  sessao: {
    id: string;
    membroId: string;
    usuarioId: string;
    tokenHash: Buffer;
    csrfHash: Buffer;
    source: Source;
    expiraEm?: Date | undefined;
  },
): Promise<SessaoRow> {
  const { source, expiraEm = new Date(now.getTime() + SESSION_MAX_MS) } = sessao;
  const [row] = await sql<SessaoRow[]>`
    insert into sessao (id, organizacao_id, membro_id, usuario_id, token_hash, csrf_hash, ip, agente_usuario,
                        geolocalizacao, criada_em, usada_em, expira_em)
    values (${sessao.id}, ${scope.organizacaoId}, ${sessao.membroId}, ${sessao.usuarioId}, ${sessao.tokenHash},
            ${sessao.csrfHash}, ${source.ip}, ${source.agenteUsuario},
            ${source.geolocalizacao && json(source.geolocalizacao)}, ${now}, ${now},
            ${expiraEm})
    returning id, criada_em, usada_em, expira_em, ip, agente_usuario`;
  return row as SessaoRow;
}

/** Ends a session of the scope's organization. */
export async function endSessao({ sql, realNow: now, ours }: Tx, sessaoId: string): Promise<void> {
  await sql`
    update sessao
       set encerrada_em = ${now}
     where id = ${sessaoId}
       and ${ours()}
       and encerrada_em is null`;
}

/**
 * Ends a live session of the account, in any organization. @returns when it would have ended; undefined if it already
 * had
 */
export async function endOwnSessao(
  { sql, realNow: now }: Tx,
  usuarioId: string,
  sessaoId: string,
): Promise<Date | undefined> {
  const [row] = await sql<Columns<'sessao', 'expira_em'>[]>`
    update sessao
       set encerrada_em = ${now}
     where id = ${sessaoId}
       and usuario_id = ${usuarioId}
       and encerrada_em is null
       and expira_em > ${now}
       and usada_em >= ${idleSince(now)}
    returning expira_em`;
  return row?.expira_em;
}

/** Ends all sessions of the account except one, and the challenges that could open another. */
export async function endOtherSessoes({ sql, realNow: now }: Tx, usuarioId: string, except: string): Promise<void> {
  await sql`
    update sessao
       set encerrada_em = ${now}
     where usuario_id = ${usuarioId}
       and id <> ${except}
       and encerrada_em is null`;
  await sql`update desafio set encerrado_em = ${now} where usuario_id = ${usuarioId} and encerrado_em is null`;
}

/** Ends every session of the account. */
export async function endOwnSessoes({ sql, realNow: now }: Tx, usuarioId: string): Promise<void> {
  await sql`update sessao set encerrada_em = ${now} where usuario_id = ${usuarioId} and encerrada_em is null`;
}

/** The organization and environment of a person's own active membership. */
export async function findOwnMembership(
  { sql }: Tx,
  usuarioId: string,
  membroId: string,
): Promise<{ id: string; organizacao_id: string } | undefined> {
  const [row] = await sql<Columns<'membro', 'id' | 'organizacao_id'>[]>`
    select id, organizacao_id
      from membro
     where id = ${membroId}
       and usuario_id = ${usuarioId}
       and estado = 'ATIVO'
       and removido_em is null`;
  return row;
}

/** Sessions last used before this have expired. */
const idleSince = (now: Date) => new Date(now.getTime() - SESSION_IDLE_MS);

/**
 * A user's own live sessions after a position, newest first. They may belong to several organizations, so the lookup
 * function finds them; a user has few.
 */
export async function listSessoes(
  { sql, realNow: now }: Tx,
  usuarioId: string,
  after: CursorPosition | null,
  limit: number,
): Promise<readonly SessaoRow[]> {
  return sql<SessaoRow[]>`
    select id, criada_em, usada_em, expira_em, ip, agente_usuario
      from acesso.sessoes_do_usuario(${usuarioId}, ${now}, ${idleSince(now)})
     where ${after ? sql`(criada_em, id) < (${after[0] ?? ''}::timestamptz, ${after[1] ?? ''}::uuid)` : sql`true`}
     order by criada_em desc, id desc
     limit ${limit}`;
}

/** How many live sessions the user has. */
export async function countSessoes({ sql, realNow: now }: Tx, usuarioId: string): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total
      from acesso.sessoes_do_usuario(${usuarioId}, ${now}, ${idleSince(now)})`;
  return row?.total ?? 0;
}
