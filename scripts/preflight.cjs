/**
 * Stops with a sentence that helps where Node is too old to run TypeScript as it is. What every command begins with, so it
 * is plain JavaScript, as any Node of the last ten years reads it.
 */
const { optionalDependencies } = require('../package.json');

const WANTED = [24, 21];

/**
 * What to tell whoever runs this Node, or null if it is new enough.
 * @param {string} version of Node, without `v`
 * @param {string} platform and
 * @param {string} arch as `process` has them
 */
function refusal(version, platform, arch) {
  const [major, minor] = version.split('.').map(Number);
  if (major > WANTED[0] || (major === WANTED[0] && minor >= WANTED[1])) return null;
  const system = platform === 'win32' ? 'win' : platform;
  const brought = `node-${system}-${arch}` in optionalDependencies;
  return (
    `Rubrica precisa do Node ${WANTED.join('.')} ou mais novo; este é o v${version}. ` +
    (brought
      ? 'O "npm ci" instala o Node certo em node_modules, e "npm run" o usa: rode "npm ci" e de novo este comando.'
      : `Para ${platform}-${arch} o "npm ci" não traz o Node: instale-o (https://nodejs.org) e rode de novo este comando.`)
  );
}

const told = refusal(process.versions.node, process.platform, process.arch);
if (told !== null) {
  process.stderr.write(`${told}\n`);
  process.exit(1);
}

module.exports = { refusal };
