import type { Sql } from '../core/sql.ts';

/** What the role used for requests and jobs could do beyond its job if an attacker's statement were run. */
interface LoginPowers {
  readonly login: string;
  /** Superuser, or exempt from row-level security. */
  readonly unbound: boolean;
  /** Owns one of our tables or functions, or may become the owner. */
  readonly owns: boolean;
  /** May create temporary tables. */
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
 * Checks that row-level security applies to this process's login, whatever statement runs.
 * @param sql of the application's role, on a migrated database
 * @param meant whether there is a login besides the owner's, from the operator (MIGRATE_DATABASE_URL) or created by us
 * @returns what an attacker could use, one line each
 * @throws Error for the operator, if the login that should own nothing does
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
