// @ts-expect-error plain JavaScript, which npm may run on an older Node
import { isMended } from './mend-driver.mjs';

/**
 * Stops with a helpful message if Node is too old to run TypeScript directly, or the last step of `npm ci` did not run.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 21)) {
  process.stderr.write(
    `Rubrica precisa do Node 24.21 ou mais novo; este é o ${process.version}. Rode por "npm run", que usa o Node instalado por "npm ci" em node_modules/.bin.\n`,
  );
  process.exit(1);
}

if (!isMended()) {
  process.stderr.write(
    'O "npm ci" rodou sem scripts e deixou o driver do PostgreSQL sem conserto (docs/adr/0032). Rode "node scripts/mend-driver.mjs".\n',
  );
  process.exit(1);
}
