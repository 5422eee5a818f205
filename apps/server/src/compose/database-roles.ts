import type { Sql } from '../core/sql.ts';

/** What the role that requests and jobs log in as could do beyond them, were a statement of an attacker's to run. */
interface LoginPowers {
  readonly login: string;
  /** Superuser, or exempt from row-level security. */
  readonly unbound: boolean;
  /** Owns a table or function of ours, or may become who does. */
  readonly owns: boolean;
  /** May make temporary tables. */
  readonly temporary: boolean;
}

const readPowers = async (sql: Sql): Promise<LoginPowers> => {
  const [row] = await sql<LoginPowers[]>`
    select session_user::text as login,
           (select rolsuper or rolbypassrls or rolcreaterole from pg_roles where rolname = session_user) as unbound,
           exists (select from pg_class c
                     join pg_namespace n on n.oid = c.relnamespace
                    where n.nspname in ('public', 'acesso', 'fila') and pg_has_role(session_user, c.relowner, 'member'))
             as owns,
           has_database_privilege(session_user, current_database(), 'temporary') as temporary`;
  return row as LoginPowers;
};

/**
 * Looks whether row-level security binds what this process logs in as, whatever statement runs.
 * @param sql of the application's role, over a database that is migrated
 * @param meant whether the operator gave a login beside the owner (MIGRATE_DATABASE_URL), or we made one
 * @returns what an attacker would like, a line each
 * @throws Error for the operator, where the login that was meant to own nothing does
 */
export async function checkLogin(sql: Sql, meant: boolean): Promise<string[]> {
  const { login, unbound, owns, temporary } = await readPowers(sql);
  if (unbound || owns) {
    const why = unbound ? 'passa por cima das regras de linhas' : 'é dono das tabelas ou pode vir a ser';
    if (meant) {
      throw new Error(
        `DATABASE_URL: o papel ${login} ${why}. Com MIGRATE_DATABASE_URL, use em DATABASE_URL um papel que não possua nada: ` +
          'create role rubrica login password …',
      );
    }
    return [
      `DATABASE_URL entra como ${login}, que ${why}: uma falha de SQL alcançaria tudo (MIGRATE_DATABASE_URL os separa)`,
    ];
  }
  return temporary
    ? [`o papel ${login} pode criar tabelas temporárias (revoke temporary on database … from public)`]
    : [];
}
