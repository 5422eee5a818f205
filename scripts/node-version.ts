/** Stops with a sentence that helps where the running Node is too old to run TypeScript as it is. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 21)) {
  process.stderr.write(
    `Rubrica precisa do Node 24.21 ou mais novo; este é o ${process.version}. Rode por "npm run", que usa o Node instalado por "npm ci" em node_modules/.bin.\n`,
  );
  process.exit(1);
}
