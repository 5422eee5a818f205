import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { connect } from './database.ts';

/**
 * The floors: the cost of the same responses with nothing around them. No authentication, limits, validation, row-level
 * security, log, or events; the same framework, driver, database and disk.
 *
 * GET: one query by primary key, then the bytes the service returns. POST: parses the multipart body, hashes the file
 * while writing and syncing it, inserts one row.
 */
const [port, socket, dataDir] = process.argv.slice(2) as [string, string, string];
const sql = connect({ database: socket, dataDir }, 20);
const directory = join(dataDir, 'floor');
await mkdir(directory, { recursive: true });

const app = Fastify();
await app.register(multipart);

app.get<{ Params: { id: string } }>('/documentos/:id', async (request, reply) => {
  const [row] = await sql<{ corpo: string }[]>`select corpo from bench_documento where id = ${request.params.id}`;
  return reply.type('application/json; charset=utf-8').send(row?.corpo);
});

app.post('/documentos', async (request, reply) => {
  const id = randomUUID();
  const path = join(directory, id);
  const hash = createHash('sha256');
  let titulo = '';
  let bytes = 0;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      titulo = (JSON.parse(String(part.value)) as { titulo: string }).titulo;
      continue;
    }
    const { file } = part;
    await pipeline(
      file,
      async function* measure(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(path, { flush: true }),
    );
  }
  await sql`insert into bench_recebido ${sql({ id, titulo, path, sha256: hash.digest('hex'), bytes })}`;
  return reply.code(201).send({ id, titulo });
});

await app.listen({ port: Number(port), host: '127.0.0.1' });
process.stdout.write('ready\n');
process.on('SIGTERM', async () => {
  await app.close();
  await sql.end();
  process.exit(0);
});
