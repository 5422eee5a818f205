import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import postgres from 'postgres';

/**
 * The floors: the cost of the same responses with nothing around them. No authentication, limits, validation, row-level
 * security, log, or events; the same framework, database and disk, and postgres.js, a driver known for its speed.
 *
 * GET: one query by primary key, then the bytes the service returns. POST: parses the multipart body, hashes the file
 * while writing and syncing it, inserts one row. The feed: the service's statements, one reader's look at a time.
 */
const [port, socket, dataDir] = process.argv.slice(2) as [string, string, string];
const sql = postgres({
  path: `${socket}/.s.PGSQL.5432`,
  username: 'rubrica',
  password: readFileSync(`${dataDir}/pg.senha`, 'utf8'),
  database: 'rubrica',
  max: 20,
  onnotice: () => {},
});
const directory = join(dataDir, 'floor');
await mkdir(directory, { recursive: true });

/** How often the service looks for whoever waits for an event. */
const LOOK_EVERY_MS = 100;

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

interface Place {
  Params: { organizacao: string; apos: string };
}

/** What the service asks to answer a page of the feed. */
async function page({ organizacao, apos }: Place['Params']) {
  const [place] = await sql<{ posicao: number }[]>`
    select posicao from evento_saida
     where id = ${apos} and organizacao_id = ${organizacao} and ambiente = 'PRODUCAO' and posicao is not null`;
  const from = place?.posicao ?? 0;
  const which = sql`
    organizacao_id = ${organizacao} and ambiente = 'PRODUCAO' and posicao is not null and documento_id is not null
    and ocorrido_em > now() - interval '30 days' and posicao > ${from}`;
  const itens = await sql`
    select id, evento, ocorrido_em, dados from evento_saida where ${which} order by posicao limit 25`;
  const [count] = await sql<{ total: number }[]>`select count(*)::int as total from evento_saida where ${which}`;
  return { itens, total: count?.total ?? 0 };
}

app.get<Place>('/eventos/:organizacao/:apos', (request) => page(request.params));

app.get<Place>('/espera/:organizacao/:apos', async (request) => {
  for (;;) {
    await sql`select * from acesso.numerar_eventos(5000)`;
    const found = await page(request.params);
    if (found.itens.length > 0) return found;
    await pause(LOOK_EVERY_MS);
  }
});

await app.listen({ port: Number(port), host: '127.0.0.1' });
process.stdout.write('ready\n');
process.on('SIGTERM', async () => {
  await app.close();
  await sql.end();
  process.exit(0);
});
