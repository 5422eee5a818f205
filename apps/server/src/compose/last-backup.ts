import type { Row } from '../core/row.ts';
import type { Sql } from '../core/sql.ts';

/** The last backup that lacked nothing. */
export interface LastBackup {
  /** Its name in the target. */
  readonly set: string;
  /** The instant that it shows, by the database's clock. */
  readonly takenAt: Date;
}

type BackupRow = Row<'acesso.ultimo_backup', { readonly conjunto: string; readonly de: Date }>;

/**
 * The last good backup taken by `npm run operador -- backup`, or null. Archiving by other means is not known here.
 * @param sql of the owner or of the application's role
 */
export async function lastBackup(sql: Sql): Promise<LastBackup | null> {
  const [row] = await sql<BackupRow[]>`select * from acesso.ultimo_backup()`;
  return row ? { set: row.conjunto, takenAt: row.de } : null;
}

/** Records a good backup, unless a later one is known. @param sql of the owner */
export async function recordBackup(sql: Sql, { set, takenAt }: LastBackup): Promise<void> {
  await sql`
    insert into instalacao (nome, impressao, desde) values ('backup', ${set}, ${takenAt})
    on conflict (nome) do update set impressao = excluded.impressao, desde = excluded.desde
     where instalacao.desde < excluded.desde`;
}
