import dns from 'node:dns';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { FILE_MAX_BYTES, FILE_URL_TIMEOUT_MS, IDEMPOTENCY_TTL_MS } from '@rubrica/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { pdfOfSize } from '../../adapters/tiny-pdf.ts';
import { type Answer, newAccount } from '../../harness.ts';
import { pass } from '../../modules/sandbox/support.ts';
import { call, draft, newSender, ownService, type Sender, tinyPdf, until } from '../../modules/support.ts';

/** Line 5: a PDF that the service fetches from where a caller says, and what a caller cannot make it fetch. */

/** Of this machine's own addresses one may be reached, another may not. */
const OUTSIDE = '127.0.0.1';
const INSIDE = '127.0.0.2';
const service = ownService(async () => ({ LOG_LEVEL: 'debug', WEBHOOK_ALLOW_NETWORKS: `${OUTSIDE}/32` }));

const PDF = tinyPdf(2);
const MB = 1024 * 1024;

let files: string;
let secret: string;
let hits: string[] = [];
const cleanups: (() => unknown)[] = [];

/** A server whose answers begin where a path says. */
async function serve(host: string, routes: Readonly<Record<string, RequestListener>>): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    hits.push(`${host}${request.url}`);
    (routes[pathname] ?? ((_, unknown) => unknown.writeHead(404).end('não há')))(request, response);
  }).listen(0, host);
  await once(server, 'listening');
  cleanups.push(() => new Promise((done) => server.close(done).closeAllConnections()));
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

const redirect =
  (location: () => string, status = 302): RequestListener =>
  (_, response) =>
    response.writeHead(status, { location: location() }).end();
const bytes =
  (body: Uint8Array, headers: Record<string, string | number> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(200, headers).end(body);

const ROUTES: Readonly<Record<string, RequestListener>> = {
  '/contrato.pdf': bytes(PDF, { 'content-type': 'application/pdf' }),
  '/bare': bytes(PDF),
  '/page': bytes(Buffer.from('<html>não é um PDF</html>')),
  '/empty': bytes(Buffer.alloc(0)),
  '/broken': (_, response) => response.writeHead(500).end('falhou'),
  '/part': bytes(PDF, {}),
  '/near': redirect(() => './contrato.pdf', 301),
  '/far': redirect(() => `${files}/near`, 307),
  '/loop': redirect(() => '/loop'),
  '/nowhere': (_, response) => response.writeHead(302).end(),
  '/nonsense': redirect(() => 'http://[::'),
  '/inside': redirect(() => `${secret}/senha`),
  '/inside-308': redirect(() => `${secret}/senha`, 308),
  '/metadata': redirect(() => 'http://169.254.169.254/latest/meta-data/'),
  '/mapped': redirect(() => `http://[::ffff:127.0.0.1]/`),
  '/passwd': redirect(() => 'file:///etc/passwd'),
  '/user': redirect(() => files.replace('//', '//ana:senha@')),
  '/gzip': bytes(gzipSync(Buffer.alloc(100 * MB)), { 'content-encoding': 'gzip' }),
  '/gzip-pdf': bytes(gzipSync(PDF), { 'content-encoding': 'gzip' }),
  '/full': bytes(pdfOfSize(FILE_MAX_BYTES)),
  '/more': (_, response) => {
    response.writeHead(200);
    response.end(pdfOfSize(FILE_MAX_BYTES + 1));
  },
  '/more-and-says-so': (_, response) => {
    response.writeHead(200, { 'content-length': FILE_MAX_BYTES + 1 });
    response.write(PDF);
  },
  '/endless': (_, response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(MB))) {}
    };
    response.on('drain', more);
    more();
  },
  '/promises-more': (request, response) => {
    response.writeHead(200, { 'content-length': PDF.length + 10 });
    response.write(PDF, () => request.socket.end());
  },
  '/promises-less': (request) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${PDF.length >> 1}\r\n\r\n`;
    request.socket.end(Buffer.concat([Buffer.from(head), PDF]));
  },
  '/hangs-up': (request) => request.socket.destroy(),
  '/silent': () => {},
  '/drips': (_, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('%'), 20);
    response.on('close', () => clearInterval(drip));
  },
  '/drips-headers': (request) => {
    request.socket.write('HTTP/1.1 200 OK\r\n');
    const drip = setInterval(() => request.socket.write('x: y\r\n'), 20);
    request.socket.on('error', () => {}).on('close', () => clearInterval(drip));
  },
};

beforeAll(async () => {
  secret = await serve(INSIDE, { '/senha': bytes(PDF) });
  files = await serve(OUTSIDE, ROUTES);
});
afterAll(async () => {
  for (const cleanup of cleanups) await cleanup();
});
afterEach(() => vi.restoreAllMocks());

/** What a call leaves is removed after its answer. */
const nothingOnTheWay = () =>
  until(async () => (await readdir(join(service().app.config.dataDir, 'tmp/uploads'))).length === 0);
const code = ({ status, body }: Answer) => `${status} ${body?.codigo ?? ''}`.trim();
const problems = ({ body }: Answer): unknown[] =>
  (body?.erros ?? []).map(({ campo, regra, valores }: { campo: string; regra: string; valores: object }) => [
    campo,
    'motivo' in valores ? `${regra} ${valores.motivo}` : regra,
  ]);

describe.each(['PRODUCAO', 'TESTE'] as const)('in %s', (ambiente) => {
  let sender: Sender;
  const post = (path: string, body: unknown, headers = {}) =>
    call(`${sender.base}${path}`, 'POST', body, { ...sender.as, ...headers });
  beforeAll(async () => {
    sender = await newSender(service(), ambiente);
  });

  it('the file becomes a document, a version and a template', async () => {
    const arquivo = { url: `${files}/contrato.pdf` };
    const made = await post('/documentos', { titulo: 'Buscado', arquivo });
    expect([made.status, made.body.paginas]).toEqual([201, 2]);
    const stored = await call(
      `${sender.base}/documentos/${made.body.id}/arquivo?tipo=ORIGINAL`,
      'GET',
      undefined,
      sender.as,
    );
    expect(stored.bytes.equals(PDF)).toBe(true);
    expect((await post(`/documentos/${made.body.id}/versoes`, { arquivo })).body.numero).toBe(2);
    expect((await post('/modelos', { nome: 'Modelo', arquivo })).body.paginas).toBe(2);
    await nothingOnTheWay();
  });

  it('a repetition of its key has the answer, also when the address has nothing any more', async () => {
    let there = true;
    const origin = await serve(OUTSIDE, {
      '/': (request, response) => (there ? ROUTES['/bare']?.(request, response) : response.writeHead(403).end()),
    });
    const key = { 'idempotency-key': `busca-${ambiente}` };
    const ask = (url: string) => post('/documentos', { titulo: 'Uma vez', arquivo: { url } }, key);
    const first = await ask(`${origin}/?assinatura=1`);
    there = false;
    hits = [];
    const again = await ask(`${origin}/?assinatura=1`);
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true']);
    expect(again.body).toEqual(first.body);
    expect(code(await ask(`${origin}/?assinatura=2`))).toBe('409 CONFLITO');
    expect(hits).toEqual([]);
  });
});

it('a repetition has the answer however far the clock of the sandbox was moved meanwhile', async () => {
  const sender = await newSender(service());
  let there = true;
  const origin = await serve(OUTSIDE, {
    '/': (request, response) => (there ? ROUTES['/bare']?.(request, response) : response.writeHead(404).end()),
  });
  const body = { titulo: 'Antes de adiantar', arquivo: { url: `${origin}/` } };
  const ask = () => call(`${sender.base}/documentos`, 'POST', body, { ...sender.as, 'idempotency-key': 'adiantado' });
  const first = await ask();
  await pass(sender, IDEMPOTENCY_TTL_MS / 1000 + 3600);
  there = false;
  const again = await ask();
  expect([again.status, again.headers.get('idempotency-replayed'), again.body]).toEqual([201, 'true', first.body]);
});

describe('a URL', () => {
  let sender: Sender;
  const ask = (url: string, dados: object = { titulo: 'x' }) =>
    call(`${sender.base}/documentos`, 'POST', { ...dados, arquivo: { url } }, sender.as);
  beforeAll(async () => {
    sender = await newSender(service());
  });

  it.each(['/bare', '/near', '/far', '/full', '/contrato.pdf#page=2'])('%s is fetched', async (path) => {
    expect((await ask(`${files}${path}`)).status).toBe(201);
  });

  const ADDRESS = '400 ENTRADA_INVALIDA';
  const SERVER = '422 ENTRADA_INVALIDA';
  it.each<[path: string, wanted: string, why: string, of?: string]>([
    ['/unknown', SERVER, 'fileUrl answered'],
    ['/broken', SERVER, 'fileUrl answered'],
    ['/loop', SERVER, 'fileUrl redirectsMany'],
    ['/nowhere', SERVER, 'fileUrl redirectBroken'],
    ['/nonsense', SERVER, 'fileUrl redirectBroken'],
    ['/inside', SERVER, 'fileUrlRedirected ipRange'],
    ['/inside-308', SERVER, 'fileUrlRedirected ipRange'],
    ['/metadata', SERVER, 'fileUrlRedirected ipRange'],
    ['/mapped', SERVER, 'fileUrlRedirected ipRange'],
    ['/passwd', SERVER, 'fileUrlRedirected urlScheme'],
    ['/user', SERVER, 'fileUrlRedirected urlUser'],
    ['/gzip', SERVER, 'fileUrl answerEncoded'],
    ['/gzip-pdf', SERVER, 'fileUrl answerEncoded'],
    ['/more', '413 LIMITE_EXCEDIDO', 'fileSize'],
    ['/more-and-says-so', '413 LIMITE_EXCEDIDO', 'fileSize'],
    ['/endless', '413 LIMITE_EXCEDIDO', 'fileSize'],
    ['/promises-more', SERVER, 'fileUrl connectionClosed'],
    ['/hangs-up', SERVER, 'fileUrl connectionClosed'],
    ['/page', SERVER, 'pdfNot', 'arquivo'],
    ['/empty', SERVER, 'pdfNot', 'arquivo'],
    ['/promises-less', SERVER, 'pdfBroken', 'arquivo'],
  ])('whose server does %s: %s, %s', async (path, wanted, why, of = 'arquivo.url') => {
    hits = [];
    const answer = await ask(`${files}${path}`);
    expect([code(answer), problems(answer)]).toEqual([wanted, [[of, why]]]);
    expect(hits.filter((hit) => hit.startsWith(INSIDE))).toEqual([]);
    await nothingOnTheWay();
  });

  it.each([
    ['inside', () => `${secret}/senha`, 'fileUrl ipRange'],
    ['of the metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data/', 'fileUrl ipRange'],
    ['inside by a name', () => 'http://localhost.:1/', 'fileUrl ipRange'],
    ['spelled otherwise', () => files.replace(OUTSIDE, '2130706433'), 'fileUrl ipSpelled'],
    ['with a user', () => files.replace('//', '//ana:senha@'), 'fileUrl urlUser'],
    ['of this machine’s disk', () => 'file:///etc/passwd', 'fileUrl urlScheme'],
    ['of another scheme', () => 'gopher://127.0.0.1:6379/_INFO', 'fileUrl urlScheme'],
  ])('%s is 400 and reaches nobody', async (_, url, why) => {
    // The name has an address that may be reached, and one that may not.
    vi.spyOn(dns.promises, 'lookup').mockResolvedValue([
      { address: OUTSIDE, family: 4 },
      { address: INSIDE, family: 4 },
    ] as never);
    hits = [];
    const answer = await ask(url());
    expect([code(answer), problems(answer), hits]).toEqual([ADDRESS, [['arquivo.url', why]], []]);
  });

  it('whose name changes its address goes to the one that was checked (rebinding)', async () => {
    const { port } = new URL(files);
    // Others of this process may look names up as well: a service that other files have left with its deliveries.
    let looked = 0;
    vi.spyOn(dns.promises, 'lookup').mockImplementation((async (name: string) => {
      if (name === 'muda.exemplo') looked += 1;
      return [{ address: name === 'muda.exemplo' && looked === 1 ? OUTSIDE : INSIDE, family: 4 }];
    }) as never);
    hits = [];
    expect((await ask(`http://muda.exemplo:${port}/contrato.pdf`)).status).toBe(201);
    expect([looked, hits]).toEqual([1, [`${OUTSIDE}/contrato.pdf`]]);
    // A second look at the same name is a second check.
    looked = 0;
    const answer = await ask(`http://muda.exemplo:${port}/near`);
    expect([code(answer), problems(answer)]).toEqual([SERVER, [['arquivo.url', 'fileUrlRedirected ipRange']]]);
    expect(hits.filter((hit) => hit.startsWith(INSIDE))).toEqual([]);
  });

  it('has ten seconds for all of it', async () => {
    const real = AbortSignal.timeout.bind(AbortSignal);
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => real(ms / 20));
    for (const path of ['/silent', '/drips', '/drips-headers']) {
      const answer = await ask(`${files}${path}`);
      expect([code(answer), problems(answer)]).toEqual([SERVER, [['arquivo.url', 'fileUrl tooSlow']]]);
      expect(answer.body.erros[0].mensagem).toBe('O arquivo não pôde ser buscado: sem resposta completa em 10 s.');
    }
    expect(timeout.mock.calls.filter(([ms]) => ms === FILE_URL_TIMEOUT_MS).length).toBeGreaterThanOrEqual(3);
    await nothingOnTheWay();
  });

  it('is fetched only for a call that may be made and is right but for its file', async () => {
    const { id } = await draft(sender);
    const owner = await newAccount(service().origin);
    const reader = await owner.member('VISUALIZADOR');
    const stranger = await newSender(service());
    const arquivo = { url: `${files}/contrato.pdf` };
    const to = (path: string, body: object, as: Record<string, string>) =>
      call(`${sender.base}${path}`, 'POST', body, as).then(code);
    hits = [];
    expect([
      await to('/documentos', { titulo: '', arquivo }, sender.as),
      await to('/documentos', { titulo: 'x', arquivo }, reader.test),
      await to('/documentos', { titulo: 'x', arquivo }, {}),
      await to(`/documentos/${id}/versoes`, { arquivo }, stranger.as),
      await to(`/documentos/${id}/versoes`, { arquivo }, reader.test),
    ]).toEqual([
      '400 ENTRADA_INVALIDA',
      '403 PAPEL_INSUFICIENTE',
      '401 NAO_AUTENTICADO',
      '404 NAO_ENCONTRADO',
      '404 NAO_ENCONTRADO',
    ]);
    expect(hits).toEqual([]);
  });

  it('and what it signs itself with is in no record and no log', async () => {
    const logged = vi.spyOn(console, 'error');
    const key = { 'idempotency-key': 'segredo' };
    const ids: string[] = [];
    for (const path of ['/contrato.pdf', '/unknown', '/inside', '/nonsense', '/silent-no']) {
      const url = `${files}${path}?X-Amz-Signature=NAO-GUARDE-ISTO`;
      const answer = await call(
        `${sender.base}/documentos`,
        'POST',
        { titulo: 'x', arquivo: { url } },
        {
          ...sender.as,
          ...(path === '/contrato.pdf' ? key : {}),
        },
      );
      expect(JSON.stringify(answer.body)).not.toContain('NAO-GUARDE-ISTO');
      ids.push(answer.headers.get('x-request-id') ?? '');
    }
    const calls = await until(async () => {
      const { itens } = (await call(`${sender.base}/chamadas?limite=100`, 'GET', undefined, sender.as)).body;
      return ids.every((id) => itens.some(({ requestId }: { requestId: string }) => requestId === id)) && itens;
    });
    const lines = logged.mock.calls.flat().map(String);
    expect(ids.filter((id) => !lines.some((line) => line.includes(id)))).toEqual([]);
    const tables = await service().owner<{ name: string }[]>`
      select format('%I.%I', table_schema, table_name) as name
        from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await service().owner.unsafe(
        `select 1 from ${name} t where to_jsonb(t)::text like '%NAO-GUARDE-ISTO%' limit 1`,
      );
      if (rows.length > 0) found.push(name);
    }
    expect([found, JSON.stringify(calls).includes('NAO-GUARDE'), lines.join().includes('NAO-GUARDE')]).toEqual([
      [],
      false,
      false,
    ]);
  });
});
