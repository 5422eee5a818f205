import { compose } from './compose.ts';
import { readConfig } from './config.ts';

/** Jobs and sweeps without HTTP, beside one or more processes that answer requests. Needs DATABASE_URL. */
const config = readConfig(process.env);
if (config.databaseUrl === null) {
  process.stderr.write(
    'DATABASE_URL: falta; o banco embutido pertence ao processo principal, que já trabalha a fila.\n',
  );
  process.exit(1);
}
const app = await compose(config, { roles: { http: false, migrate: false } });
process.stdout.write('Rubrica: trabalhando a fila.\n');
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    app.stop().finally(() => process.exit(0));
  });
}
