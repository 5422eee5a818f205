import type { Sql } from '../core/sql.ts';

/** What the role used for requests and jobs could do beyond its job if an attacker's statement were run. */
export interface LoginPowers {
  readonly login: string;
  /** Superuser, or exempt from row-level security. */
  readonly unbound: boolean;
  /** Owns one of our tables or functions, or may become the owner. */
  readonly owns: boolean;
  /** May create temporary tables. */
  readonly temporary: boolean;
}

/** @param login null for the one of this connection @returns null if there is no such login */
export async function readPowers(sql: Sql, login: string | null = null): Promise<LoginPowers | null> {
  const [row] = await sql<LoginPowers[]>`
    select r.rolname::text as login,
           r.rolsuper or r.rolbypassrls or r.rolcreaterole as unbound,
           exists (select from pg_class c
                     join pg_namespace n on n.oid = c.relnamespace
                    where n.nspname in ('public', 'acesso', 'fila') and pg_has_role(r.oid, c.relowner, 'member'))
             as owns,
           has_database_privilege(r.oid, current_database(), 'temporary') as temporary
      from pg_roles r
     where r.rolname = coalesce(${login}, session_user)`;
  return row ?? null;
}

/**
 * Checks that row-level security applies to this process's login, whatever statement runs.
 * @param sql of the application's role, on a migrated database
 * @param meant whether there is a login besides the owner's, from the operator (MIGRATE_DATABASE_URL) or created by us
 * @returns what an attacker could use, one line each
 * @throws Error for the operator, if the login that should own nothing does
 */
export async function checkLogin(sql: Sql, meant: boolean): Promise<string[]> {
  const { login, unbound, owns, temporary } = (await readPowers(sql)) as LoginPowers;
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
