import { compose } from './compose.ts';
import { ConfigError, readConfig } from './config.ts';

/** The whole service in one process: HTTP, jobs and, where there is no other, the database. */
async function main(): Promise<void> {
  const started = performance.now();
  const config = readConfig(process.env);
  const app = await compose(config, {
    onFatal: (detail) => {
      process.stderr.write(`${detail}\n`);
      process.exit(1);
    },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1).replace('.', ',');
  const { publicUrl, docsUrl, production } = app.config;
  const lines = [
    `Rubrica no ar em ${publicUrl} (${seconds} s)`,
    ...app.standIns.map((line) => `  ${line}`),
    `  documentação   ${docsUrl}`,
    `  validação      ${publicUrl}/validar`,
    ...(production ? [] : [`  mensagens      ${publicUrl}/dev/caixa`]),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);

  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      process.stdout.write('Encerrando…\n');
      app.stop().then(
        () => process.exit(0),
        (error) => {
          app.log.error({ err: error }, 'stop');
          process.exit(1);
        },
      );
    });
  }
}

main().catch((error: unknown) => {
  const message =
    error instanceof ConfigError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`Rubrica não pôde iniciar.\n${message}\n`);
  process.exit(1);
});
