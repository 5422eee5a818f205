import { runProcess, tellWorking } from './compose/process.ts';
import { compose } from './compose.ts';
import { ConfigError, readConfig } from './config/index.ts';

/** Jobs and sweeps without HTTP, beside processes that answer requests: `ROLES=jobs`. Needs DATABASE_URL. */
runProcess(async (run) => {
  const config = readConfig();
  if (config.databaseUrl === null) {
    throw new ConfigError([
      'DATABASE_URL: falta; o banco embutido pertence ao processo principal, que já trabalha a fila.',
    ]);
  }
  const app = await compose(config, { ...run, roles: ['jobs'] });
  tellWorking(app);
  return app;
});
