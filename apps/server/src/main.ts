import { migrateAlone } from './compose/migrate.ts';
import { doorLines, runProcess, tellWorking } from './compose/process.ts';
import { compose } from './compose.ts';
import { readConfig } from './config/index.ts';
import { isLocalHost } from './core/networks.ts';

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
  const { publicUrl, docsUrl, local, host, devAllowNetworks } = app.config;
  // In a container nobody is on the same machine, and opening the page would only find nothing.
  const alone =
    isLocalHost(host) || devAllowNetworks.length > 0
      ? ''
      : ' (de fora desta máquina ou contêiner, só com DEV_ALLOW_NETWORKS)';
  const lines = [
    `Rubrica no ar em ${publicUrl} (${seconds} s)`,
    ...app.standIns.map((line) => `  ${line}`),
    `  documentação   ${docsUrl}`,
    `  validação      ${publicUrl}/validar`,
    ...(local ? [`  mensagens      ${publicUrl}/dev/caixa${alone}`, `  e-mails        ${publicUrl}/dev/emails`] : []),
    ...doorLines(app),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return app;
});
