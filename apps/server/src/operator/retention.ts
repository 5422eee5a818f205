import { openDatabaseServer } from '../compose/database.ts';
import type { Config } from '../config/index.ts';
import { systemClock } from '../core/clock.ts';
import { createLog } from '../core/log.ts';
import { APP_ROLE, connect, createDatabase, type Sql } from '../core/sql.ts';
import { type Forecast, forecastPurge, purgeExpired } from '../modules/lgpd/index.ts';
import { type Command, command, endAtOnce } from './command.ts';

/**
 * What a purge would remove now, or the purge itself if RETENTION_PURGE=on. Runs as the application role: like every
 * request, a purge is subject to row-level security. With the embedded database, stop the service first: only one
 * process at a time can use it.
 */
export const RETENTION: Readonly<Record<string, Command>> = {
  retencao: command(
    {
      usage: '[--simular]',
      about: 'expurga o que passou do prazo de guarda, com RETENTION_PURGE=on; --simular só conta o que iria',
      options: { simular: { type: 'boolean' } },
    },
    async ({ options: { simular } }, config) => {
      if (!simular && !config.retentionPurge) {
        throw new Error(
          'O expurgo está desligado. Use --simular para ver o que ele levaria, ou RETENTION_PURGE=on para expurgar.',
        );
      }
      const server = await openDatabaseServer(config, endAtOnce);
      const sql = connect(server.options, APP_ROLE, 2);
      try {
        return simular ? report(await forecastPurge(sql, systemClock.now())) : await purge(sql, config);
      } finally {
        await sql.end({ timeout: 5 });
        await server.stop();
      }
    },
  ),
};

async function purge(sql: Sql, config: Config): Promise<string> {
  // Half of the service's code, which no other command needs to load.
  const { openSecrets, openWorld } = await import('../compose/world.ts');
  const log = createLog(config.logLevel);
  const secrets = await openSecrets(config);
  const world = await openWorld(config, secrets, sql, systemClock.now(), log);
  const onAfterCommitError = (error: unknown) => log.error({ err: error }, 'after commit');
  const enqueue = () => Promise.reject(new Error('a purge enqueues nothing'));
  try {
    const db = createDatabase(sql, { clock: systemClock, enqueue, onAfterCommitError });
    const { documentos, entregas, chamadas } = await purgeExpired({ db, clock: systemClock, files: world.files, log });
    return `Expurgados: ${documentos} documentos, ${entregas} entregas de webhook e ${chamadas} chamadas.\n`;
  } finally {
    await world.close();
  }
}

function report(lines: readonly Forecast[]): string {
  if (lines.length === 0) return 'Nada passou do prazo de guarda.\n';
  const rows = lines.map((line) => [
    `${line.organizacao} (${line.organizacao_id})`,
    line.ambiente,
    line.categoria,
    String(line.quantidade),
    `${(line.bytes / 1024 ** 2).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`,
    `desde ${line.desde.toISOString().slice(0, 10)}`,
  ]);
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const text = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `Um expurgo agora levaria (nada foi apagado):\n${text.join('\n')}\n`;
}
