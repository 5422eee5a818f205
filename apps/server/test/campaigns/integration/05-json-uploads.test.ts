import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { FILE_MAX_BYTES, UPLOAD_BODY_MAX_BYTES } from '@rubrica/contract';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { pdfOfSize } from '../../adapters/tiny-pdf.ts';
import type { Answer } from '../../harness.ts';
import {
  about,
  call,
  documentForm,
  draft,
  field,
  newSender,
  ownService,
  person,
  type Sender,
  tinyPdf,
  until,
} from '../../modules/support.ts';

/** Line 5: a PDF in base64, in a JSON body, is what a form would have brought. */

const service = ownService(async () => ({ LOG_LEVEL: 'debug' }));

const JSON_TYPE = { 'content-type': 'application/json' };
const base64Of = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const inJson = (pdf: Uint8Array, dados: object = { titulo: 'Contrato' }) => ({
  ...dados,
  arquivo: { base64: base64Of(pdf) },
  nomeArquivo: 'contrato.pdf',
});
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const code = ({ status, body }: Answer) => `${status} ${body?.codigo ?? ''}`.trim();
const problems = ({ body }: Answer): string[] =>
  (body?.erros ?? []).map(({ campo, regra }: { campo: string; regra: string }) => `${campo}: ${regra}`);

const directory = (name: string) => join(service().app.config.dataDir, ...name.split('/'));
async function filesUnder(name: string): Promise<string[]> {
  const found = await readdir(directory(name), { withFileTypes: true, recursive: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
const uploads = () => filesUnder('tmp/uploads');
/** What a call leaves is removed after its answer. */
const nothingOnTheWay = () => until(async () => (await uploads()).length === 0);
/** Everything that an upload leaves for good. */
async function kept() {
  const [rows] = await service().owner<{ documentos: string; arquivos: string }[]>`
    select (select count(*) from documento) as documentos, (select count(*) from arquivo) as arquivos`;
  return { files: (await filesUnder('files')).sort(), ...rows };
}

describe.each(['PRODUCAO', 'TESTE'] as const)('in %s', (ambiente) => {
  let sender: Sender;
  const post = (path: string, body: unknown, headers = {}) =>
    call(`${sender.base}${path}`, 'POST', body, { ...sender.as, ...JSON_TYPE, ...headers });
  beforeAll(async () => {
    sender = await newSender(service(), ambiente);
  });

  it('makes the document that a form makes, of the same bytes', async () => {
    const pdf = tinyPdf(2);
    const dados = { titulo: 'Contrato', descricao: 'interna', signatarios: [person()], campos: [field({ pagina: 2 })] };
    const byForm = await draft(sender, dados, pdf);
    const byJson = await post('/documentos', inJson(pdf, dados));
    expect(byJson.status).toBe(201);
    expect(byJson.headers.get('location')).toBe(`${sender.base}/documentos/${byJson.body.id}`);
    // But for ids, links and moments.
    const shape = (body: object) => JSON.stringify(body).replace(/"[\w-]{36}"|https?:[^"]+|\d{4}-[^"]+Z/g, '_');
    expect(shape(byJson.body)).toBe(shape(byForm));
    const stored = await call(
      `${sender.base}/documentos/${byJson.body.id}/arquivo?tipo=ORIGINAL`,
      'GET',
      undefined,
      sender.as,
    );
    expect(stored.bytes.equals(pdf)).toBe(true);
    await nothingOnTheWay();
  });

  it('makes a version, and a template', async () => {
    const { id } = await draft(sender);
    const pdf = tinyPdf(3);
    const version = await post(`/documentos/${id}/versoes`, { arquivo: { base64: base64Of(pdf) } });
    expect([version.status, version.body.numero, version.body.hash]).toEqual([201, 2, sha256(pdf)]);
    const template = await post('/modelos', inJson(pdf, { nome: 'Modelo', escopo: 'ORGANIZACAO' }));
    expect([template.status, template.body.paginas]).toEqual([201, 3]);
  });

  it('is one call with a repetition of its key, in either form', async () => {
    const pdf = tinyPdf();
    const key = { 'idempotency-key': `pedido-${ambiente}` };
    const dados = { titulo: 'Uma vez' };
    const first = await post('/documentos', inJson(pdf, dados), key);
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
    const again = await post('/documentos', { ...inJson(pdf, dados), nomeArquivo: 'outro.pdf' }, key);
    const asForm = await call(`${sender.base}/documentos`, 'POST', documentForm(pdf, dados), { ...sender.as, ...key });
    for (const answer of [again, asForm]) {
      expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
      expect(answer.body).toEqual(first.body);
    }
    expect(code(await post('/documentos', inJson(tinyPdf(2), dados), key))).toBe('409 CONFLITO');
    const { id } = await draft(sender);
    const versions = [1, 2].map(() => post(`/documentos/${id}/versoes`, inJson(pdf, {}), key));
    expect((await Promise.all(versions)).map(({ body }) => body.numero)).toEqual([2, 2]);
    await nothingOnTheWay();
  });
});

describe('a body', () => {
  let sender: Sender;
  const post = (body: unknown, headers = {}) =>
    call(`${sender.base}/documentos`, 'POST', body, { ...sender.as, ...JSON_TYPE, ...headers });
  beforeAll(async () => {
    sender = await newSender(service());
  });
  const pdf = base64Of(tinyPdf());

  it.each([
    ['as PHP writes it', pdf.replaceAll('/', '\\/')],
    ['as .NET writes it', pdf.replaceAll('+', '\\u002B')],
  ])('%s is taken', async (_, text) => {
    const { status, body } = await post(`{"arquivo":{"base64":"${text}"},"titulo":"Escapado"}`);
    expect([status, body.titulo]).toEqual([201, 'Escapado']);
  });

  it('with null where a field is left out, and with a field of another organization, is taken', async () => {
    const arquivo = { base64: pdf, url: null, tenantId: 'x' };
    const { status } = await post({ titulo: 'Nulos', descricao: null, nomeArquivo: null, organizacaoId: 'x', arquivo });
    expect(status).toBe(201);
  });

  it.each<[string, unknown, string[]]>([
    ['without a file', { titulo: 'x' }, ['arquivo: required']],
    ['with null for a file', { titulo: 'x', arquivo: null }, ['arquivo: required']],
    ['with a text for a file', { titulo: 'x', arquivo: pdf }, ['arquivo: expected']],
    ['with an empty file object', { titulo: 'x', arquivo: {} }, ['arquivo: oneField']],
    [
      'with two files',
      { titulo: 'x', arquivo: { base64: pdf, url: 'https://exemplo.com.br/' } },
      ['arquivo: oneField'],
    ],
    ['with a number for base64', { titulo: 'x', arquivo: { base64: 1 } }, ['arquivo.base64: expected']],
    ['with a URL that is none', { titulo: 'x', arquivo: { url: 'contrato.pdf' } }, ['arquivo.url: expected']],
    [
      'with base64 twice',
      `{"titulo":"x","arquivo":{"base64":"${pdf}","base64":"${pdf}"}}`,
      ['arquivo.base64: givenTwice'],
    ],
    [
      'with the file twice',
      `{"arquivo":{"base64":"${pdf}"},"titulo":"x","arquivo":{"base64":"${pdf}"}}`,
      ['arquivo: givenTwice'],
    ],
    [
      'with the fields in dados',
      { dados: { titulo: 'x' }, arquivo: { base64: pdf } },
      ['titulo: required', 'dados: unknown'],
    ],
    ['that is a list', [{ titulo: 'x', arquivo: { base64: pdf } }], ['corpo: expected']],
    ['that ends after the file', `{"titulo":"x","arquivo":{"base64":"${pdf}"`, ['corpo: notJson']],
    ['that ends in the file', `{"titulo":"x","arquivo":{"base64":"${pdf.slice(0, 100)}`, ['corpo: notJson']],
    ['that is empty', '', ['corpo: required']],
    ['that is not UTF-8', Buffer.from(`{"titulo":"\xe3","arquivo":{"base64":"${pdf}"}}`, 'latin1'), ['corpo: notUtf8']],
    [
      'with lines in base64',
      { titulo: 'x', arquivo: { base64: `${pdf.slice(0, 76)}\n${pdf.slice(76)}` } },
      ['arquivo.base64: base64Form'],
    ],
    [
      'with a data URI',
      { titulo: 'x', arquivo: { base64: `data:application/pdf;base64,${pdf}` } },
      ['arquivo.base64: base64Form'],
    ],
    [
      'with everything wrong',
      { titulo: '', arquivo: { base64: '@' }, signatarios: [{ funcao: 'ASSINAR', nome: 'Ana' }] },
      ['titulo: notEmpty', 'titulo: notBlank', 'arquivo.base64: base64Form', 'signatarios[0].email: neededByFactor'],
    ],
  ])('%s is 400, tells all that is wrong, and leaves nothing', async (_, body, wanted) => {
    const before = await kept();
    const answer = await post(body);
    expect([code(answer), problems(answer)]).toEqual(['400 ENTRADA_INVALIDA', wanted]);
    await nothingOnTheWay();
    expect(await kept()).toEqual(before);
  });

  it.each([
    ['no PDF', Buffer.from('GIF89a')],
    ['nothing', Buffer.alloc(0)],
    ['a damaged PDF', tinyPdf().subarray(0, 100)],
  ])('with %s is told what a form is told', async (_, bytes) => {
    const said = ({ status, body: { codigo, detail, erros } }: Answer) => ({ status, codigo, detail, erros });
    const asForm = await call(`${sender.base}/documentos`, 'POST', documentForm(bytes, { titulo: 'x' }), sender.as);
    const asJson = await post(inJson(bytes, { titulo: 'x' }));
    expect(asForm.status).toBe(422);
    expect(said(asJson)).toEqual(said(asForm));
  });

  it.each(['application/json; charset=utf-16', 'text/json', 'application/jsonp'])('called %s is 415', async (type) => {
    const answer = await post(inJson(tinyPdf()), { 'content-type': type });
    expect([code(answer), answer.body.erros[0].campo]).toEqual(['415 ENTRADA_INVALIDA', 'header.content-type']);
  });

  it('may bring a file of 20 MB to the byte; one more is 413, as by a form', async () => {
    expect((await post(inJson(pdfOfSize(FILE_MAX_BYTES), { titulo: 'Cheio' }))).status).toBe(201);
    const more = await post(inJson(pdfOfSize(FILE_MAX_BYTES + 1), { titulo: 'x' }));
    expect([code(more), problems(more)]).toEqual(['413 LIMITE_EXCEDIDO', ['arquivo: fileSize']]);
    await nothingOnTheWay();
  });

  it('is at most 28 MB, whether its length is told or not, and 1 MB without the file', async () => {
    const told = await post(`{"titulo":"${'x'.repeat(UPLOAD_BODY_MAX_BYTES)}"}`);
    const long = await post(`{"titulo":"${'x'.repeat(1024 * 1024)}","arquivo":{"base64":"${pdf}"}}`);
    async function* untold() {
      yield Buffer.from('{"arquivo":{"base64":"@');
      for (let n = 0; n < 29; n += 1) yield Buffer.alloc(1024 * 1024, 'A');
      yield Buffer.from('"}}');
    }
    const headers = { ...sender.as, ...JSON_TYPE };
    const streamed = await fetch(`${sender.base}/documentos`, {
      method: 'POST',
      headers,
      body: ReadableStream.from(untold()),
      duplex: 'half',
    } as RequestInit);
    const { codigo, regra } = (await streamed.json()) as { codigo: string; regra: string };
    expect([code(told), told.body.regra]).toEqual(['413 LIMITE_EXCEDIDO', 'bodyTooLarge']);
    expect([code(long), long.body.regra]).toEqual(['413 LIMITE_EXCEDIDO', 'restTooLarge']);
    expect([streamed.status, codigo, regra]).toEqual([413, 'LIMITE_EXCEDIDO', 'bodyTooLarge']);
    await nothingOnTheWay();
  });
});

describe('a body cut off', () => {
  let sender: Sender;
  let credential: string;
  let before: Awaited<ReturnType<typeof kept>>;
  const body = Buffer.from(JSON.stringify(inJson(tinyPdf(1, Buffer.alloc(3 * 1024 * 1024, 'x')))));
  beforeAll(async () => {
    sender = await newSender(service());
    credential = Object.entries(sender.as)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    before = await kept();
  });

  /** Opens a connection and begins a call that says its body is `length` bytes long. */
  async function begin(length: number): Promise<{ socket: Socket; answer: Promise<string> }> {
    const { hostname, port, pathname } = new URL(`${sender.base}/documentos`);
    const socket = connect(Number(port), hostname);
    await new Promise<void>((done) => socket.once('connect', done));
    const answer = new Promise<string>((done) => {
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', () => {});
      socket.on('close', () => done(text));
    });
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\n${credential}content-type: application/json\r\n` +
        `content-length: ${length}\r\nconnection: close\r\n\r\n`,
    );
    return { socket, answer };
  }
  const nothingLeft = async () => {
    await nothingOnTheWay();
    expect(await kept()).toEqual(before);
  };

  it('by a connection that breaks was on the disk as far as it came, and leaves nothing', async () => {
    const { socket, answer } = await begin(body.length);
    socket.write(body.subarray(0, body.length / 2));
    const size = async () => {
      const [path] = await uploads();
      return path === undefined ? 0 : (await stat(path)).size;
    };
    // Four characters of base64 are three bytes.
    await until(async () => (await size()) > (body.length / 2) * 0.74);
    socket.destroy();
    await answer;
    await nothingLeft();
  });

  it('by a client that says it is done before its Content-Length leaves nothing', async () => {
    const { socket, answer } = await begin(body.length + 1000);
    socket.end(body.subarray(0, body.length / 2));
    const told = await answer;
    expect(told === '' || /^HTTP\/1\.1 4\d\d /.test(told)).toBe(true);
    await nothingLeft();
  });

  it('by a Content-Length that is too small is 400 and leaves nothing', async () => {
    const { socket, answer } = await begin(body.length / 2);
    socket.write(body.subarray(0, body.length / 2));
    const told = await answer;
    expect(told).toMatch(/^HTTP\/1\.1 400 /);
    expect(told).toContain('"regra":"notJson"');
    await nothingLeft();
  });
});

describe('what is recorded of a call', () => {
  it('has none of the file', async () => {
    const sender = await newSender(service());
    const logged = vi.spyOn(console, 'error');
    const mark = base64Of(Buffer.from('isto não fica em lugar nenhum'));
    const pdf = tinyPdf(1, Buffer.from('isto não fica em lugar nenhum, a não ser no arquivo'));
    const headers = { ...sender.as, 'idempotency-key': 'registro' };
    const made = await call(`${sender.base}/documentos`, 'POST', inJson(pdf), headers);
    await call(`${sender.base}/documentos`, 'POST', inJson(Buffer.from(mark)), sender.as);
    await call(`${sender.base}/documentos`, 'POST', { titulo: 'x', arquivo: { base64: `@${mark}` } }, sender.as);
    expect(made.status).toBe(201);
    const calls = await until(async () => {
      const { itens } = (await call(`${sender.base}/chamadas`, 'GET', undefined, sender.as)).body;
      return itens.length >= 3 && itens;
    });
    const lines = logged.mock.calls.flat().map(String);
    logged.mockRestore();
    expect(lines.some((line) => line.includes(made.headers.get('x-request-id') ?? ''))).toBe(true);
    const [rows] = await service().owner<{ text: string }[]>`
      select concat((select string_agg(to_jsonb(c)::text, '') from registro_chamada c),
                    (select string_agg(to_jsonb(i)::text, '') from idempotencia i)) as text`;
    for (const kept of [JSON.stringify(calls), lines.join(), rows?.text]) {
      expect(kept).not.toContain(mark.slice(0, 20));
      expect(kept).not.toContain(base64Of(pdf).slice(0, 20));
    }
    expect((await about(sender, made.body.id)).status).toBe(200);
  });
});
