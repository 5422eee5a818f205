import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readQr } from '../../../../../packages/pdf/test/judges/codes.ts';
import { RENDERERS, render } from '../../../../../packages/pdf/test/judges/drawing.ts';
import { judgeSeal } from '../../../../../packages/pdf/test/judges/seals.ts';
import { complaintsOf } from '../../../../../packages/pdf/test/judges/soundness.ts';
import { NO_CORPUS } from '../../../../../packages/pdf/test/tools.ts';
import {
  about,
  codeSentTo,
  field,
  newSender,
  person,
  postDocument,
  type Sender,
  sharedService,
  signer,
  tokenOf,
  validateTest,
} from '../support.ts';
import { each } from '../tools.ts';

/** A file with the verdict it should get: ACEITO, REFUSED with its true causes, or EITHER. */
interface Labelled {
  readonly file: string;
  readonly verdict: string;
  readonly causes: readonly string[];
  readonly pages: string;
  readonly bytes: Buffer;
}

const ROOT = resolve(import.meta.dirname, '../../../../..');
const FOLDER = process.env.RUBRICA_CORPUS ?? resolve(ROOT, '../shared/corpus');

/** Real files are no part of the repository: where they are not beside it, these tests have nothing to read. */
function readCorpus(): Labelled[] {
  const labels = join(FOLDER, 'LABELS.tsv');
  if (!existsSync(labels)) return [];
  const [head = '', ...rows] = readFileSync(labels, 'utf8').trim().split('\n');
  const columns = head.split('\t');
  return rows.map((row) => {
    const cells = row.split('\t');
    const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
    return {
      file: cell('file'),
      verdict: cell('verdict'),
      causes: cell('why').split('|'),
      pages: cell('pages'),
      bytes: readFileSync(join(FOLDER, cell('file'))),
    };
  });
}

/** How the refusal tells a person each cause. */
const IN_PORTUGUESE: Readonly<Record<string, RegExp>> = {
  ENCRYPTED: /senha/,
  FILLED_FORM: /formulário .* preenchid/,
  NOT_PDF: /não é um PDF/,
  SIGNED: /assinatura digital/,
  VERSION: /versão .* não é aceita/,
};

const corpus = readCorpus();
/** Documents that go through their life at the same time. */
const AT_ONCE = 6;
/** Pages rendered to read their QR code: every so many accepted files, for it takes a second each. */
const QR_EVERY = 6;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface Completed {
  readonly id: string;
  readonly codigo: string;
  readonly signed: Buffer;
  readonly certificate: Buffer;
}

describe('real PDFs', corpus.length > 0 ? {} : NO_CORPUS, () => {
  const service = sharedService();
  const answers = new Map<string, Awaited<ReturnType<typeof postDocument>>>();
  const completed = new Map<string, Completed>();
  let sender: Sender;

  beforeAll(async () => {
    sender = await newSender(service());
    await each(corpus, AT_ONCE, async (item) => {
      const signatario = person({ nome: 'Conceição Araújo' });
      answers.set(item.file, await postDocument(sender, { titulo: item.file, signatarios: [signatario] }, item.bytes));
    });
    const accepted = corpus.filter(({ file }) => answers.get(file)?.status === 201);
    await each(accepted, AT_ONCE, async ({ file }) => {
      const done = await complete(sender, answers.get(file)?.body).catch((error) => error);
      if (done instanceof Error) console.error(`${file}: ${done.message}`);
      else completed.set(file, done);
    });
  });

  const refused = corpus.filter(({ verdict }) => verdict === 'REFUSED');
  it.each(refused)('$file is refused for a true cause, in words', ({ file, causes }) => {
    const { status, body } = answers.get(file) ?? {};
    expect([status, body.codigo, body.erros[0].campo]).toEqual([422, 'ENTRADA_INVALIDA', 'arquivo']);
    const words = causes.map((cause) => IN_PORTUGUESE[cause] ?? /^$/);
    expect(
      words.some((pattern) => pattern.test(body.erros[0].mensagem)),
      body.erros[0].mensagem,
    ).toBe(true);
  });

  const good = corpus.filter(({ verdict }) => verdict === 'ACEITO');
  it.each(good)('$file is accepted with its pages', ({ file, pages }) => {
    const { status, body } = answers.get(file) ?? {};
    expect([status, body.erros, String(body.paginas)]).toEqual([201, undefined, pages]);
  });

  it('has no label but these three', () => {
    expect(refused.length + good.length + open.length).toBe(corpus.length);
  });

  const resultOf = (file: string): Completed => {
    const result = completed.get(file);
    if (!result) throw new Error('it was not accepted, or could not be completed');
    return result;
  };

  it.each(good)('$file is signed, its bytes the exact beginning of the signed file', ({ file, bytes }) => {
    const { signed } = resultOf(file);
    expect(signed.length).toBeGreaterThan(bytes.length);
    expect(signed.subarray(0, bytes.length).equals(bytes)).toBe(true);
  });

  const newComplaints = async (file: string, bytes: Buffer) => {
    const [before, after] = await Promise.all([complaintsOf(bytes), complaintsOf(resultOf(file).signed)]);
    return after.filter((line) => !before.includes(line));
  };
  it.each(good)('$file gets no new complaint of qpdf by being signed', async ({ file, bytes }) => {
    expect(await newComplaints(file, bytes)).toEqual([]);
  });

  it.each(good)('$file has a valid seal over the whole file', async ({ file }) => {
    expect(await judgeSeal(resultOf(file).signed)).toEqual({ valid: true, whole: true });
  });

  it.each(good)('$file has a certificate that can be downloaded', ({ file }) => {
    expect(resultOf(file).certificate.subarray(0, 5).toString()).toBe('%PDF-');
  });

  const consult = (presented: object) => {
    service().clock.advance(2_000);
    return validateTest(service(), presented);
  };
  it.each(good)('$file is authentic by its code and by its hash', async ({ file }) => {
    const { codigo, signed } = resultOf(file);
    for (const presented of [{ codigo }, { hashArquivo: sha256(signed) }]) {
      const answer = { resultado: 'AUTENTICO', situacao: 'CONCLUIDO', codigo };
      expect((await consult(presented)).body).toMatchObject(answer);
    }
  });

  // Tools disagree about these files, or the contract leaves them open; what is accepted has to work all the same.
  const open = corpus.filter(({ verdict }) => verdict === 'EITHER');
  it.each(open)('$file is refused in words, or accepted and signed', async ({ file, bytes }) => {
    const { status, body } = answers.get(file) ?? {};
    if (status !== 201) {
      expect([status, body.codigo, body.erros[0].campo]).toEqual([422, 'ENTRADA_INVALIDA', 'arquivo']);
      return;
    }
    const { signed, codigo } = resultOf(file);
    expect(signed.subarray(0, bytes.length).equals(bytes)).toBe(true);
    expect((await consult({ codigo, hashArquivo: sha256(signed) })).body.resultado).toBe('AUTENTICO');
    expect(await newComplaints(file, bytes)).toEqual([]);
    expect(await judgeSeal(signed)).toMatchObject({ whole: true });
  });

  const sample = good.filter((_, index) => index % QR_EVERY === 0);
  it.each(sample)('$file carries a QR code that validates it', async ({ file }) => {
    const { codigo, signed } = resultOf(file);
    // As an office scanner sees it: at less than four dots a module the reader depends on where the dots fall.
    const read = await readQr(await render(RENDERERS[0], signed, { dpi: 300 }));
    // A page may hold codes of its own.
    const ours = read?.split('\n').find((line) => line.includes('/validar/'));
    const answer = await consult({ qrCode: ours });
    expect(answer.body).toMatchObject({ resultado: 'AUTENTICO', codigo });
  });
});

/** The whole way of an accepted file: fields on its first and last page, sent, signed, downloaded. */
async function complete(sender: Sender, { id, paginas, signatarios }: CreatedDocument): Promise<Completed> {
  const campos = [
    field({ largura: 0.5, altura: 0.08 }),
    field({ tipo: 'RUBRICA', pagina: paginas, x: 0.7, y: 0.1, largura: 0.2, altura: 0.08 }),
  ];
  expect((await about(sender, id, '/campos', 'PUT', { campos })).status).toBe(200);
  const enviado = await about(sender, id, '/enviar', 'POST');
  expect(enviado.status).toBe(200);
  const [{ link, email }] = signatarios;
  const one = signer(sender.base, tokenOf({ link }));
  await one.otp('EMAIL');
  expect((await one.answer('EMAIL', await codeSentTo(sender, email))).status).toBe(200);
  await one.read(paginas);
  await one.accept();
  const signed = await one.sign({ rubrica: { tipo: 'DIGITADA', texto: 'CA' } });
  expect(signed.body.documentos).toEqual([{ id, status: 'ASSINADO', recibo: expect.any(String) }]);
  const file = await about(sender, id, '/arquivo');
  const certificate = await about(sender, id, '/arquivo?tipo=CERTIFICADO');
  expect([file.status, certificate.status]).toEqual([200, 200]);
  return { id, codigo: enviado.body.codigoValidacao, signed: file.bytes, certificate: certificate.bytes };
}

interface CreatedDocument {
  readonly id: string;
  readonly paginas: number;
  readonly signatarios: readonly [{ link: string; email: string }];
}
