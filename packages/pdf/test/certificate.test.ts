import { describe, expect, it } from 'vitest';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { type CertificateSigner, type CertificateView, inspectPdf, renderCertificate, sealPdf } from '../src/index.ts';
import { ATTACHMENTS, CONTENT, fullView, hash, plainView } from './certificate-views.ts';
import { readQr } from './judges/codes.ts';
import { attachmentsOf } from './judges/contents.ts';
import { RENDERERS, render } from './judges/drawing.ts';
import { judgeSeal } from './judges/seals.ts';
import { complaintsOf } from './judges/soundness.ts';
import { textOf, type Word, wordsOf } from './judges/text.ts';
import { SEALED_AT, testSeal } from './tools.ts';

const fonts = loadNodeFonts();
const LONG_NAME = 'Wilhelmina Mmmmmmmmmmmmmmmmmmmmmmm '.repeat(6).slice(0, 200);
const UNBROKEN = 'W'.repeat(200);

function withRefusal(refusal: string): CertificateView {
  const given = plainView(2, 9);
  const [first, second] = given.signers as [CertificateSigner, CertificateSigner];
  return { ...given, signers: [first, { ...second, status: 'Recusou', refusal }] };
}

/**
 * Pairs of words whose letters would touch: poppler's boxes have a font's full height, of which letters take the
 * middle.
 */
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
    const one = await renderCertificate(plainView(2, 12), ATTACHMENTS, fonts);
    const two = await renderCertificate(plainView(2, 12), ATTACHMENTS, fonts);
    expect(Buffer.compare(one, two)).toBe(0);
    expect(await inspectPdf(one, { maxPages: 300 })).toMatchObject({
      ok: true,
      repaired: false,
      activeContent: ['EmbeddedFile'],
    });
  });

  it('takes 50 signers and 2,000 events in seconds', async () => {
    const begun = process.cpuUsage();
    const bytes = await renderCertificate(plainView(50, 2000), ATTACHMENTS, fonts);
    expect(process.cpuUsage(begun).user).toBeLessThan(5_000_000);
    expect(bytes.length).toBeLessThan(2 << 20);
  });

  it('is sound before and after its seal', async () => {
    const bytes = await renderCertificate(plainView(3, 40), ATTACHMENTS, fonts);
    expect(await complaintsOf(bytes)).toEqual([]);
    const sealed = await sealPdf(bytes, await testSeal(), { at: SEALED_AT, reason: 'Certificado', name: 'Rubrica' });
    expect(await complaintsOf(sealed.bytes)).toEqual([]);
    expect(await judgeSeal(sealed.bytes)).toEqual({ valid: true, whole: true });
  });

  it('holds its facts as text, and its JSON as attachments in the order of their names', async () => {
    const bytes = await renderCertificate(plainView(2, 3), ATTACHMENTS, fonts);
    const text = (await textOf(bytes)).join(' ');
    for (const fact of ['SVC-7K2M-QX9A-4TBD', hash('original'), hash('assinado'), 'porta 51244', 'não cumprido']) {
      expect(text).toContain(fact);
    }
    expect(text).toContain('Página 1 de');
    const attached = await attachmentsOf(bytes);
    expect(attached.map(({ name }) => name)).toEqual(['certificado.json', 'conteudo.json']);
    expect(attached[1]?.bytes.toString()).toBe(CONTENT.toString());
  });

  it.each([
    ['one signer', plainView(1, 9)],
    ['everything there is to say', fullView(5, 30)],
    ['names in Japanese and with accents typed apart', fullView(4, 20, '山田 太郎 Ze\u0301 Da\u0303ntas '.repeat(9))],
    ['50 signers of 200 characters in words', plainView(50, 60, LONG_NAME)],
    ['50 signers of 200 characters without a space', plainView(50, 60, UNBROKEN)],
    ['2,000 events', plainView(2, 2000)],
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
    const [, ...later] = await wordsOf(await renderCertificate(plainView(4, 60), ATTACHMENTS, fonts));
    expect(later.length).toBeGreaterThan(1);
    for (const page of later) {
      const head = page.filter(({ bottom }) => bottom < 60).map(({ text }) => text);
      expect(head.join(' ')).toBe('Certificado de conclusão · Maria Antônia de Souza SVC-7K2M-QX9A-4TBD');
    }
  });

  it('has a QR code that leads to the public validation', async () => {
    const bytes = await renderCertificate(plainView(1, 3), ATTACHMENTS, fonts);
    expect(await readQr(await render(RENDERERS[0], bytes, { dpi: 110 }))).toBe(plainView(1, 1).url);
  });
});
