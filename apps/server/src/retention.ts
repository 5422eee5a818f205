import { openDatabaseServer } from './compose/database.ts';
import { openSecrets, openWorld } from './compose/world.ts';
import { readConfig } from './config/index.ts';
import { systemClock } from './core/clock.ts';
import { createLog } from './core/log.ts';
import { APP_ROLE, connect, createDatabase } from './core/sql.ts';
import { expurgar, type Forecast, preverExpurgo } from './modules/lgpd/index.ts';

/**
 * `npm run retencao -- --simular` tells what a purge would take now, and takes nothing. Without the option it purges, if
 * RETENTION_PURGE=on. With the embedded database, stop the service first: one process at a time holds it.
 */
const config = readConfig();
const simulate = process.argv.includes('--simular');
const unknown = process.argv.slice(2).filter((option) => option !== '--simular');
if (unknown.length > 0 || (!simulate && !config.retentionPurge)) {
  process.stderr.write(
    unknown.length > 0
      ? `Opção desconhecida: ${unknown.join(' ')}. A única é --simular.\n`
      : 'O expurgo está desligado. Use --simular para ver o que ele levaria, ou RETENTION_PURGE=on para expurgar.\n',
  );
  process.exit(1);
}

const server = await openDatabaseServer(config, (detail) => {
  process.stderr.write(`${detail}\n`);
  process.exit(1);
});
const sql = connect(server.options, APP_ROLE, 2);
try {
  if (simulate) process.stdout.write(report(await preverExpurgo(sql, systemClock.now())));
  else process.stdout.write(await purge());
} finally {
  await sql.end({ timeout: 5 });
  await server.stop();
}

async function purge(): Promise<string> {
  const log = createLog(config.logLevel);
  const secrets = await openSecrets(config);
  const world = await openWorld(config, secrets, sql, systemClock.now(), log);
  const onAfterCommitError = (error: unknown) => log.error({ err: error }, 'after commit');
  const enqueue = () => Promise.reject(new Error('a purge enqueues nothing'));
  try {
    const db = createDatabase(sql, { clock: systemClock, enqueue, onAfterCommitError });
    const { documentos, entregas, chamadas } = await expurgar({ db, clock: systemClock, files: world.files, log });
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
