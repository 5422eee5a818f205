import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { type CertificateSigner, type CertificateView, inspectPdf, renderCertificate, sealPdf } from '../src/index.ts';
import { readQr } from './judges/codes.ts';
import { attachmentsOf } from './judges/contents.ts';
import { RENDERERS, render } from './judges/drawing.ts';
import { judgeSeal } from './judges/seals.ts';
import { complaintsOf } from './judges/soundness.ts';
import { textOf, type Word, wordsOf } from './judges/text.ts';
import { SEALED_AT, testSeal } from './tools.ts';

const fonts = loadNodeFonts();
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const CONTENT = Buffer.from('{"codigo":"SVC-7K2M-QX9A-4TBD"}');
const ATTACHMENTS = [
  { name: 'conteudo.json', description: 'Pacote de evidências', bytes: CONTENT },
  { name: 'certificado.json', description: 'Hashes do certificado', bytes: Buffer.from('{"versao":1}') },
];
const LONG_NAME = 'Wilhelmina Mmmmmmmmmmmmmmmmmmmmmmm '.repeat(6).slice(0, 200);
const UNBROKEN = 'W'.repeat(200);

function view(signers: number, events: number, name = 'Maria Antônia de Souza'): CertificateView {
  const time = '21/11/2026 10:41:12 (UTC−03:00)';
  return {
    code: 'SVC-7K2M-QX9A-4TBD',
    url: 'https://rubrica.exemplo.br/validar/SVC-7K2M-QX9A-4TBD',
    issuer: 'Rubrica',
    issuedAt: time,
    issuedOn: SEALED_AT,
    document: { name, id: '5b0c7d1e-6c4f-4a53-9f0e-0f4a6f6b5a11', pages: 7, sentBy: name, completedAt: time },
    level: { name: 'Assinatura eletrônica', explanation: 'O que o nível significa.' },
    hashes: { original: hash('original'), signed: hash('assinado') },
    signers: Array.from({ length: signers }, (_, i) => ({
      name: `${name} ${i}`,
      role: 'Parte',
      status: 'Assinou',
      contact: 'maria@exemplo.com.br (e-mail)',
      transactionId: '0196f1c8-7a10-7cc3-a2de-51a7c3b29e11',
      factors: [{ name: 'E-mail', fulfilledAt: time }, { name: 'SMS' }],
      steps: { sentAt: time, viewedAt: time, authenticatedAt: time, readAt: time, acceptedAt: time, signedAt: time },
      ip: '2804:14c:65a0:4c2a:1d1f:9a3b:7c5d:2e4f',
      port: 51244,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) '.repeat(3),
      location: 'São Paulo, SP, Brasil',
      locationPrecision: 'precisão de cidade',
    })),
    events: Array.from({ length: events }, (_, i) => ({
      at: '21/11/2026 10:31:40 −03:00',
      what: 'Assinatura registrada',
      who: name,
      hash: hash(`evento ${i}`),
    })),
    chain: { first: hash('início'), explanation: ['Cada evento traz o hash do anterior.'] },
    record: { content: hash('conteúdo'), hash: hash('certificado') },
    legal: ['Medida Provisória nº 2.200-2/2001, art. 10, § 2º.'],
  };
}

function withRefusal(refusal: string): CertificateView {
  const given = view(2, 9);
  const [first, second] = given.signers as [CertificateSigner, CertificateSigner];
  return { ...given, signers: [first, { ...second, status: 'Recusou', refusal }] };
}

/** Pairs of words whose letters would touch: their boxes are a font's whole height, of which letters take the middle. */
function overlaps(page: Word[]): string[] {
  const lines = page.toSorted((a, b) => a.top - b.top);
  const found: string[] = [];
  for (const [i, a] of lines.entries()) {
    const inset = (a.bottom - a.top) * 0.25;
    for (let j = i + 1; j < lines.length && (lines[j] as Word).top < a.bottom - inset; j++) {
      const b = lines[j] as Word;
      const apart = (b.bottom - b.top) * 0.25;
      const meet = b.top + apart < a.bottom - inset && a.left < b.right - 0.5 && b.left < a.right - 0.5;
      if (meet) found.push(`${a.text} / ${b.text}`);
    }
  }
  return found;
}

describe('the certificate', () => {
  it('is the same file for the same input, and a file of ours', async () => {
    const one = await renderCertificate(view(2, 12), ATTACHMENTS, fonts);
    const two = await renderCertificate(view(2, 12), ATTACHMENTS, fonts);
    expect(Buffer.compare(one, two)).toBe(0);
    expect(await inspectPdf(one, { maxPages: 300 })).toMatchObject({
      ok: true,
      repaired: false,
      activeContent: ['EmbeddedFile'],
    });
  });

  it('takes 50 signers and 2,000 events in seconds', async () => {
    const begun = process.cpuUsage();
    const bytes = await renderCertificate(view(50, 2000), ATTACHMENTS, fonts);
    expect(process.cpuUsage(begun).user).toBeLessThan(5_000_000);
    expect(bytes.length).toBeLessThan(2 << 20);
  });

  it('is sound before and after its seal', async () => {
    const bytes = await renderCertificate(view(3, 40), ATTACHMENTS, fonts);
    expect(await complaintsOf(bytes)).toEqual([]);
    const sealed = await sealPdf(bytes, await testSeal(), { at: SEALED_AT, reason: 'Certificado', name: 'Rubrica' });
    expect(await complaintsOf(sealed.bytes)).toEqual([]);
    expect(await judgeSeal(sealed.bytes)).toEqual({ valid: true, whole: true });
  });

  it('holds its facts as text, and its JSON as attachments in the order of their names', async () => {
    const bytes = await renderCertificate(view(2, 3), ATTACHMENTS, fonts);
    const text = (await textOf(bytes)).join('\n');
    for (const fact of [
      'SVC-7K2M-QX9A-4TBD',
      hash('original'),
      hash('assinado'),
      'porta 51244',
      'não cumprido',
      'Página 1 de',
    ]) {
      expect(text).toContain(fact);
    }
    const attached = await attachmentsOf(bytes);
    expect(attached.map(({ name }) => name)).toEqual(['certificado.json', 'conteudo.json']);
    expect(attached[1]?.bytes.toString()).toBe(CONTENT.toString());
  });

  it.each([
    ['one signer', view(1, 9)],
    ['50 signers of 200 characters in words', view(50, 60, LONG_NAME)],
    ['50 signers of 200 characters without a space', view(50, 60, UNBROKEN)],
    ['2,000 events', view(2, 2000)],
    ['a reason that no sheet can hold', withRefusal('Não concordo com a cláusula terceira. '.repeat(300))],
  ])('keeps every word on the sheet and clear of all others: %s', async (_, given) => {
    const pages = await wordsOf(await renderCertificate(given, ATTACHMENTS, fonts));
    for (const [i, page] of pages.entries()) {
      expect(page.length).toBeGreaterThan(10);
      for (const box of page) {
        expect(box.left).toBeGreaterThan(40);
        expect(box.right).toBeLessThan(595.28 - 40);
        expect(box.top).toBeGreaterThan(20);
        expect(box.bottom).toBeLessThan(841.89 - 20);
      }
      expect(overlaps(page)).toEqual([]);
      expect(page.map(({ text }) => text).join(' ')).toContain(`Página ${i + 1} de ${pages.length}`);
    }
  });

  it('says on every later sheet of what it is a part', async () => {
    const [, ...later] = await wordsOf(await renderCertificate(view(4, 60), ATTACHMENTS, fonts));
    expect(later.length).toBeGreaterThan(1);
    for (const page of later) {
      const head = page.filter(({ bottom }) => bottom < 60).map(({ text }) => text);
      expect(head.join(' ')).toBe('Certificado de conclusão · Maria Antônia de Souza SVC-7K2M-QX9A-4TBD');
    }
  });

  it('has a QR code that leads to the public validation', async () => {
    const bytes = await renderCertificate(view(1, 3), ATTACHMENTS, fonts);
    expect(await readQr(await render(RENDERERS[0], bytes, { dpi: 110 }))).toContain(view(1, 1).url);
  });
});
