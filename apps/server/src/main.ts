import { migrateAlone } from './compose/migrate.ts';
import { doorLines, runProcess, tellWorking } from './compose/process.ts';
import { compose } from './compose.ts';
import { readConfig } from './config/index.ts';

/**
 * The service in one process: HTTP, jobs and, if none is configured, the database; or the part of it that ROLES names.
 */
runProcess(async (run) => {
  const started = performance.now();
  const config = readConfig();
  if (!config.roles.includes('http') && !config.roles.includes('jobs')) return migrateAlone(config, run);
  const app = await compose(config, run);
  if (app.http === null) {
    tellWorking(app);
    return app;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1).replace('.', ',');
  const { publicUrl, docsUrl, local } = app.config;
  const lines = [
    `Rubrica no ar em ${publicUrl} (${seconds} s)`,
    ...app.standIns.map((line) => `  ${line}`),
    `  documentação   ${docsUrl}`,
    `  validação      ${publicUrl}/validar`,
    ...(local ? [`  mensagens      ${publicUrl}/dev/caixa`, `  e-mails        ${publicUrl}/dev/emails`] : []),
    ...doorLines(app),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return app;
});
