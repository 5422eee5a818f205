import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres.ts';

/** Started by embedded-postgres.test.ts: `child.ts DATA_DIR run|hold`. Prints the connection as JSON once it answers. */
const [, , dataDir = '', mode] = process.argv;
const server = await startEmbeddedPostgres({ dataDir });
process.stdout.write(`${JSON.stringify({ ...server.connection, pid: server.pid })}\n`);
if (mode === 'hold') process.stdin.resume();
else await server.stop();
