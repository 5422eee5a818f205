/**
 * Patches what postgres.js 3.4.9 gets wrong when a connection closes (ADR 0032). `npm ci` runs it, possibly on an older
 * Node, so it is plain JavaScript. Running it by hand does the same, and nothing if it was already done.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';

const VERSION = '3.4.9';

/** The original text, and its replacement. */
const MENDS = [
  // A statement after the close was written to a null socket, in a callback whose error nobody can catch: the process
  // exited.
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
  // A write scheduled before the close stayed scheduled for ever, and everything later on that connection waited for
  // it.
  [
    '    clearImmediate(nextWriteTimer)\n    if (socket) {\n',
    '    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    if (socket) {\n',
  ],
  [
    "    clearImmediate(nextWriteTimer)\n    socket.removeListener('data', data)\n",
    "    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener('data', data)\n",
  ],
  // A statement sent between a connection's error and its close was never answered.
  [
    "    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n",
    "    ;(query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n",
  ],
  // What the closed connection had in progress leaked into the first statement of the next: with its error, or without
  // ever ending.
  [
    '    closedTime = performance.now()\n',
    '    query = results = errorResponse = null\n    result = new Result()\n    closedTime = performance.now()\n',
  ],
  // A close while a new connection fetched array types was an unhandled rejection: the process exited.
  ['        return fetchArrayTypes()\n', '        return fetchArrayTypes().catch(() => {})\n'],
];

/** The driver's current source, and the patched one. @throws Error for a version these patches were not made for */
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

/** Whether the installed driver has been patched. */
export function isMended() {
  const { found, mended } = sources();
  return found === mended;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { path, found, mended } = sources();
  if (found !== mended) writeFileSync(path, mended);
}
