import { createHash } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  about,
  call,
  draft,
  field,
  newSender,
  person,
  readyToSign,
  refusal,
  type Sender,
  sent,
  setBefore,
  sharedService,
  tinyPdf,
} from '../support.ts';

const service = sharedService();
const original = tinyPdf(2);
const TITLE = 'Locação nº 7: “Acácias” 100%';
let sender: Sender;
let id: string;

beforeAll(async () => {
  sender = await newSender(service());
  const documento = await sent(sender, { titulo: TITLE, signatarios: [person()], campos: [field()] }, original);
  const one = await readyToSign(sender, documento.signatarios[0]);
  expect((await one.sign()).body.documentos[0].status).toBe('ASSINADO');
  id = documento.id;
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes);
const file = (tipo?: string, headers: Record<string, string> = {}, documentoId = id) =>
  call(`${sender.base}/documentos/${documentoId}/arquivo${tipo ? `?tipo=${tipo}` : ''}`, 'GET', undefined, {
    ...sender.as,
    ...headers,
  });
const address = async (tipo?: string) => (await file(tipo, { accept: 'application/json' })).body;

describe('where a file is', () => {
  const keysOf = (documentoId: string) => service().owner<{ id: string; chave: string }[]>`
    select a.id, a.chave from arquivo a join documento d on a.id in (d.arquivo_id, d.arquivo_assinado_id)
     where d.id = ${documentoId}`;

  it('begins with two levels of the organization, so that no directory holds all of them', async () => {
    for (const { chave } of await keysOf(id)) {
      const [first, second, organization] = chave.split('/');
      expect([first, second]).toEqual([organization?.slice(0, 2), organization?.slice(2, 4)]);
      expect(organization).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('is what its row says: one stored before there were levels is found', async () => {
    const { id: older } = await draft(sender, {}, original);
    const [{ id: row, chave } = { id: '', chave: '' }] = await keysOf(older);
    const root = join(service().app.config.dataDir, 'files');
    const without = chave.split('/').slice(2).join('/');
    await mkdir(dirname(join(root, without)), { recursive: true });
    await rename(join(root, chave), join(root, without));
    await service().owner`update arquivo set chave = ${without} where id = ${row}`;
    expect((await file('ORIGINAL', {}, older)).bytes.equals(original)).toBe(true);
  });
});

describe('a file', () => {
  it('ORIGINAL is the one sent, byte by byte', async () => {
    expect((await file('ORIGINAL')).bytes.equals(original)).toBe(true);
  });

  it('ASSINADO is what comes when no kind is named', async () => {
    const signed = await file('ASSINADO');
    expect(signed.bytes.equals((await file()).bytes)).toBe(true);
    expect(signed.bytes.equals(original)).toBe(false);
  });

  it('CERTIFICADO is another file, the one the certificate points at', async () => {
    const { body } = await about(sender, id, '/certificado');
    const pointed = await call(body.arquivoUrl, 'GET', undefined, sender.as);
    expect(pointed.bytes.equals((await file('CERTIFICADO')).bytes)).toBe(true);
    expect(pointed.bytes.includes('conteudo.json')).toBe(true);
  });

  it.each([
    ['application/json, text/plain, */*', 'application/pdf'],
    ['*/*', 'application/pdf'],
    ['application/json, application/pdf', 'application/pdf'],
    ['application/*', 'application/pdf'],
    ['application/json;q=0.5, application/*;q=0.8', 'application/pdf'],
    ['text/html', 'application/pdf'],
    ['application/json', 'application/json'],
    ['application/json, */*;q=0.1', 'application/json'],
    ['application/json, application/pdf;q=0.9', 'application/json'],
  ])('asked for with Accept: %s comes as %s', async (accept, type) => {
    const answer = await file('ASSINADO', { accept });
    expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
  });

  it('PADES is not found, for no level that has it is offered', async () => {
    expect(refusal(await file('PADES'))).toEqual([404, 'NAO_ENCONTRADO']);
  });

  it('of a kind that is none is invalid input', async () => {
    expect(refusal(await file('RASCUNHO'))).toEqual([400, 'ENTRADA_INVALIDA', ['query.tipo']]);
  });

  it.each(['ORIGINAL', 'ASSINADO', 'CERTIFICADO'])(
    '%s carries its hash as ETag and Digest, and its length',
    async (tipo) => {
      const { headers, bytes } = await file(tipo);
      expect(headers.get('etag')).toBe(`"${sha256(bytes).digest('hex')}"`);
      expect(headers.get('digest')).toBe(`sha-256=${sha256(bytes).digest('base64')}`);
      expect(headers.get('content-length')).toBe(String(bytes.length));
      expect(headers.get('content-type')).toBe('application/pdf');
      expect(headers.get('cache-control')).toContain('no-store');
    },
  );

  it.each([
    ['ORIGINAL', `${TITLE}.pdf`],
    ['ASSINADO', `${TITLE} (assinado).pdf`],
    ['CERTIFICADO', `${TITLE} (certificado).pdf`],
  ])('%s is named after the title, accents and all, and plainly for old readers', async (tipo, name) => {
    const disposition = (await file(tipo)).headers.get('content-disposition') ?? '';
    const [, plain = '', encoded = ''] =
      /^attachment; filename="([^"]*)"; filename\*=UTF-8''(\S+)$/.exec(disposition) ?? [];
    expect(decodeURIComponent(encoded)).toBe(name);
    expect(plain).toMatch(/^[\x20-\x7e]+\.pdf$/);
    expect(plain).toContain('Locacao n');
  });

  it('has a name that cannot break out of its header', async () => {
    const { id: odd } = await draft(sender, { titulo: 'a"; filename="b\r\nX-Novo: 1\\' });
    const { headers } = await file('ORIGINAL', {}, odd);
    expect(headers.get('x-novo')).toBeNull();
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="[^"\\]*"; filename\*=UTF-8''[\w%.!~-]+$/,
    );
  });

  it('has a name that leads to no other folder, and ends as it is read', async () => {
    const { id: odd } = await draft(sender);
    // No such title is taken any more; those of before have theirs.
    const titulo = "../Contrato 12/2026 \u202Egpj.exe (d'água)*";
    await service().owner`update documento set titulo = ${titulo} where id = ${odd}`;
    const disposition = (await file('ORIGINAL', {}, odd)).headers.get('content-disposition') ?? '';
    const [, plain, encoded = ''] = /filename="([^"]*)"; filename\*=UTF-8''([\w%.!~-]+)$/.exec(disposition) ?? [];
    expect(decodeURIComponent(encoded)).toBe("..-Contrato 12-2026 gpj.exe (d'água)*.pdf");
    expect(plain).toBe("..-Contrato 12-2026 gpj.exe (d'agua)*.pdf");
  });

  it('can be asked for by HEAD, which answers the same without the file', async () => {
    const url = `${sender.base}/documentos/${id}/arquivo`;
    const head = await fetch(url, { method: 'HEAD', headers: sender.as });
    const { headers, bytes } = await file();
    expect([head.status, head.headers.get('etag'), head.headers.get('content-length')]).toEqual([
      200,
      headers.get('etag'),
      String(bytes.length),
    ]);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  });
});

describe('before the document is complete', () => {
  it.each([
    ['ASSINADO', 'CONFLITO'],
    ['CERTIFICADO', 'CERTIFICADO_INDISPONIVEL'],
  ])('%s is refused as a file and as an address', async (tipo, codigo) => {
    const { id: waiting } = await sent(sender);
    expect(refusal(await file(tipo, {}, waiting))).toEqual([409, codigo]);
    expect(refusal(await file(tipo, { accept: 'application/json' }, waiting))).toEqual([409, codigo]);
  });

  it('the certificate itself is refused the same way', async () => {
    const { id: waiting } = await sent(sender);
    expect(refusal(await about(sender, waiting, '/certificado'))).toEqual([409, 'CERTIFICADO_INDISPONIVEL']);
  });

  it('the original is there', async () => {
    const { id: waiting } = await draft(sender, {}, original);
    expect((await file('ORIGINAL', {}, waiting)).bytes.equals(original)).toBe(true);
  });
});

describe('a download address', () => {
  it('is answered to who asks for JSON, and lives fifteen minutes', async () => {
    const before = service().clock.now().getTime();
    const { url, expiraEm } = await address();
    const after = service().clock.now().getTime();
    expect(url).toMatch(new RegExp(`^${sender.base}/downloads/[\\w-]{22,}$`));
    const given = Date.parse(expiraEm) - 15 * 60_000;
    expect(given).toBeGreaterThanOrEqual(before);
    expect(given).toBeLessThanOrEqual(after);
  });

  it.each(['*/*', 'application/pdf', 'application/pdf, application/json;q=0.1'])(
    'is not answered to Accept: %s',
    async (accept) => {
      expect((await file('ORIGINAL', { accept })).headers.get('content-type')).toBe('application/pdf');
    },
  );

  it('gives the file to whoever has it, without another credential, named and hashed like the file', async () => {
    const { url } = await address('CERTIFICADO');
    const downloaded = await call(url);
    const direct = await file('CERTIFICADO');
    expect(downloaded.bytes.equals(direct.bytes)).toBe(true);
    for (const name of ['etag', 'digest', 'content-disposition']) {
      expect(downloaded.headers.get(name)).toBe(direct.headers.get(name));
    }
  });

  it('serves once', async () => {
    const { url } = await address();
    expect((await call(url)).status).toBe(200);
    expect(refusal(await call(url))).toEqual([404, 'NAO_ENCONTRADO']);
  });

  it('serves one of several who use it at the same time', async () => {
    const { url } = await address();
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(url)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });

  it('is not used up by HEAD', async () => {
    const { url } = await address();
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(404);
    expect((await call(url)).status).toBe(200);
  });

  it('is dead after fifteen minutes', async () => {
    const { url } = await address();
    service().clock.advance(15 * 60_000);
    expect(refusal(await call(url))).toEqual([404, 'NAO_ENCONTRADO']);
  });

  it('is alive just before', async () => {
    const { url, expiraEm } = await address();
    setBefore(service(), expiraEm, 30_000);
    expect((await call(url)).status).toBe(200);
  });

  it('that was never given is answered like a used one', async () => {
    const { url } = await address();
    await call(url);
    const used = await call(url);
    const never = await call(`${sender.base}/downloads/${'A'.repeat(43)}`);
    const said = ({ body }: { body: Record<string, unknown> }) => ({ ...body, instance: '', requestId: '' });
    expect(said(never)).toEqual(said(used));
  });
});
