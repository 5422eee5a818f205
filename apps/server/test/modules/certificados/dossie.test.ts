import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseVerifierKey } from '../../../../../packages/verify/src/log/note.ts';
import { verify } from '../../../../../packages/verify/src/verify.ts';
import { elsewhere, newAccount } from '../../harness.ts';
import { verifyAsStranger } from '../../verifier.ts';
import {
  about,
  call,
  newSender,
  readyToSign,
  refusal,
  type Sender,
  sent,
  sharedService,
  tinyPdf,
  trailOf,
  until,
} from '../support.ts';

/** Everything about a signed document in one file, unpacked by a program that is not ours and checked without the service. */

const service = sharedService();
const folder = mkdtempSync(join(tmpdir(), 'rubrica-dossie-'));
let sender: Sender;
let id: string;

beforeAll(async () => {
  sender = await newSender(service());
  const documento = await sent(sender, { titulo: '../Contrato "de" locação' }, tinyPdf(2));
  id = documento.id;
  expect(refusal(await about(sender, id, '/dossie'))).toEqual([409, 'CERTIFICADO_INDISPONIVEL']);
  const one = await readyToSign(sender, documento.signatarios[0]);
  expect((await one.sign()).status).toBe(200);
  await until(async () => (await about(sender, id)).body.status === 'ASSINADO');
  await until(async () => (await logged(`prova/${documento.codigoValidacao}?de=CONCLUSAO`)).status === 200);
});
const logged = (path: string) => fetch(`${service().origin}/registro/teste/${path}`, { headers: elsewhere() });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Unpacks with Python's library, which checks every sum on the way. */
function unpacked(zip: Buffer): Map<string, Buffer> {
  const [path, into] = [join(folder, 'dossie.zip'), mkdtempSync(join(folder, 'em-'))];
  writeFileSync(path, zip);
  const unzip =
    'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])';
  execFileSync('python3', ['-c', unzip, path, into]);
  return new Map(readdirSync(into).map((name) => [name, readFileSync(join(into, name))]));
}

describe('the dossier of a signed document', () => {
  it('has every file as the API gives it, and says how to check them', async () => {
    const answer = await about(sender, id, '/dossie');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="\.\.-Contrato de locacao \(dossie\)\.zip"/,
    );
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const files = unpacked(answer.bytes);
    expect([...files.keys()].sort()).toEqual([
      'COMO-CONFERIR.txt',
      'assinado.pdf',
      'certificado.pdf',
      'original.pdf',
      'prova.tlog-proof',
      'trilha.json',
      'verificar.html',
    ]);
    for (const tipo of ['ORIGINAL', 'ASSINADO', 'CERTIFICADO']) {
      const { bytes } = await about(sender, id, `/arquivo?tipo=${tipo}`);
      expect([tipo, files.get(`${tipo.toLowerCase()}.pdf`)?.equals(bytes)]).toEqual([tipo, true]);
    }
    const trail = JSON.parse(files.get('trilha.json')?.toString() ?? '');
    expect(trail).toEqual({ ...(await about(sender, id, '/auditoria?limite=100')).body, proximoCursor: null });
    expect(trail.itens).toEqual(await trailOf(sender, id));
    const page = await call(`${service().origin}/verificar.html`);
    expect(files.get('verificar.html')?.equals(page.bytes)).toBe(true);
    const text = files.get('COMO-CONFERIR.txt')?.toString() ?? '';
    expect(text).toContain((await about(sender, id)).body.codigoValidacao);
    expect(text).toContain('sem validade jurídica');
    for (const [name, bytes] of files) {
      if (name === 'COMO-CONFERIR.txt') continue;
      expect(text).toContain(`${createHash('sha256').update(bytes).digest('hex')}  ${name}`);
    }
  });

  it('is checked by the offline verifier as it was unpacked', async () => {
    const files = unpacked((await about(sender, id, '/dossie')).bytes);
    const [signed, certificate] = [files.get('assinado.pdf'), files.get('certificado.pdf')];
    const { status, failed } = verifyAsStranger(signed as Buffer, certificate as Buffer);
    // 4: everything holds, of a test document.
    expect([status, failed]).toEqual([4, []]);
  });

  it('has the proof of the open log, by which the verifier finds the document anchored', async () => {
    const files = unpacked((await about(sender, id, '/dossie')).bytes);
    const log = {
      proofs: [files.get('prova.tlog-proof')?.toString() ?? ''],
      keys: [parseVerifierKey((await (await logged('chave.vkey')).text()).trim())],
      receipts: [],
      stamps: [],
      policy: null,
    };
    const [signed, certificate] = [files.get('assinado.pdf'), files.get('certificado.pdf')] as [Buffer, Buffer];
    expect(await verify(signed, certificate, { log })).toMatchObject({ resultado: 'TESTE', nivel: 'ANCORADO' });
    expect(files.get('COMO-CONFERIR.txt')?.toString()).toContain(`${service().origin}/registro/teste/chave.vkey`);
  });

  it('is for who may read files', async () => {
    const stranger = await newSender(service());
    expect(refusal(await about(stranger, id, '/dossie'))).toEqual([404, 'NAO_ENCONTRADO']);
    const { panel } = await newAccount(service().origin);
    const escopos = ['documentos:ler', 'auditoria:ler'];
    const key = await call(
      `${service().origin}/v1/chaves-api`,
      'POST',
      { nome: 'leitura', ambiente: 'TESTE', escopos },
      panel,
    );
    const narrow = { ...stranger, as: { authorization: `Bearer ${key.body.chave}` } };
    expect(refusal(await about(narrow, id, '/dossie'))).toEqual([403, 'ESCOPO_INSUFICIENTE']);
  });

  it('closes what it read when the caller leaves in the middle', async () => {
    for (let i = 0; i < 10; i++) {
      const leaving = new AbortController();
      const response = await fetch(`${sender.base}/documentos/${id}/dossie`, {
        headers: sender.as,
        signal: leaving.signal,
      });
      expect(response.status).toBe(200);
      leaving.abort();
    }
    await until(async () => openFiles() === 0);
    expect((await about(sender, id, '/dossie')).status).toBe(200);
  });

  it('has no proof of a document from before the log, and says so', async () => {
    await service().owner`update trilha set nonce = null where documento_id = ${id}`;
    const files = unpacked((await about(sender, id, '/dossie')).bytes);
    expect([...files.keys()]).not.toContain('prova.tlog-proof');
    expect(files.get('COMO-CONFERIR.txt')?.toString()).toContain('antes de haver registro aberto');
  });

  it('may be taken thirty times a minute by an organization', async () => {
    service().clock.advance(61_000);
    const answers = [];
    for (let i = 0; i <= 30; i++) answers.push((await about(sender, id, '/dossie')).status);
    expect(answers.filter((status) => status === 429).length).toBe(1);
  });
});

/** Files of the store that this process, in which the service runs, has open. */
function openFiles(): number {
  if (process.platform !== 'linux') return 0;
  const store = join(service().app.config.dataDir, 'files');
  const opened = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(join('/proc/self/fd', fd));
    } catch {
      // Closed meanwhile.
      return '';
    }
  });
  return opened.filter((path) => path.startsWith(store)).length;
}
