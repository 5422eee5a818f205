/**
 * Mends what postgres.js 3.4.9 gets wrong when a connection ends under it (ADR 0032). `npm ci` runs it, and may do so on
 * an older Node, so it is plain JavaScript. Run by hand it does the same, and nothing where it was done already.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const VERSION = '3.4.9';

/** What is there, and what is to be there instead. */
const MENDS = [
  // A statement after the end was written to no socket, in a callback that nobody can catch: the process ended.
  [
    '  function nextWrite(fn) {\n    const x = socket.write(chunk, fn)\n',
    `  function nextWrite(fn) {
    if (socket === null) {
      const closed = Errors.connection('CONNECTION_CLOSED', options)
      query && queryError(query, closed)
      while (sent.length) queryError(sent.shift(), closed)
      query = chunk = nextWriteTimer = null
      return true
    }
    const x = socket.write(chunk, fn)
`,
  ],
  // A write that the end overtook stayed scheduled for ever, and whatever came later on that connection waited for it.
  [
    '    clearImmediate(nextWriteTimer)\n    if (socket) {\n',
    '    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    if (socket) {\n',
  ],
  [
    "    clearImmediate(nextWriteTimer)\n    socket.removeListener('data', data)\n",
    "    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener('data', data)\n",
  ],
  // A statement sent between a connection's error and its end was never answered.
  [
    "    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n",
    "    ;(query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n",
  ],
  // What the ended connection had under way met the first statement of the next one: with its error, or never ending.
  [
    '    closedTime = performance.now()\n',
    '    query = results = errorResponse = null\n    result = new Result()\n    closedTime = performance.now()\n',
  ],
  // An end while a new connection asks for the types of arrays was a rejection nobody had in hand: the process ended.
  ['        return fetchArrayTypes()\n', '        return fetchArrayTypes().catch(() => {})\n'],
];

/** The driver's source as it is, and as it should be. @throws Error for a version these mends were not made for */
function sources() {
  const entry = import.meta.resolve('postgres');
  const { version } = JSON.parse(readFileSync(new URL('../package.json', entry), 'utf8'));
  const path = fileURLToPath(new URL('connection.js', entry));
  const found = readFileSync(path, 'utf8');
  const mended = MENDS.reduce((text, [from, to]) => {
    if (text.includes(to)) return text;
    if (version !== VERSION || text.split(from).length !== 2) {
      throw new Error(`postgres ${version} is not the driver that scripts/mend-driver.mjs mends (${VERSION})`);
    }
    return text.replace(from, () => to);
  }, found);
  return { path, found, mended };
}

/** Whether the installed driver has been mended. */
export function isMended() {
  const { found, mended } = sources();
  return found === mended;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { path, found, mended } = sources();
  if (found !== mended) writeFileSync(path, mended);
}
