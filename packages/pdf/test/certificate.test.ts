import { describe, expect, it } from 'vitest';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { type CertificateSigner, type CertificateView, inspectPdf, renderCertificate, sealPdf } from '../src/index.ts';
import { ATTACHMENTS, CONTENT, fullView, hash, plainView } from './certificate-views.ts';
import { has, qpdfComplaints, run, SEALED_AT, testSeal, workFolder } from './tools.ts';

const fonts = loadNodeFonts();
const path = workFolder();
const LONG_NAME = 'Wilhelmina Mmmmmmmmmmmmmmmmmmmmmmm '.repeat(6).slice(0, 200);
const UNBROKEN = 'W'.repeat(200);

function withRefusal(refusal: string): CertificateView {
  const given = plainView(2, 9);
  const [first, second] = given.signers as [CertificateSigner, CertificateSigner];
  return { ...given, signers: [first, { ...second, status: 'Recusou', refusal }] };
}

type Word = { text: string; left: number; top: number; right: number; bottom: number };

/** Every word of every page with the box it stands in, in points from the top left. */
function words(bytes: Uint8Array): Word[][] {
  const { output } = run('pdftotext', '-bbox', path('words.pdf', bytes), '-');
  const word = /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</g;
  return output
    .split('<page ')
    .slice(1)
    .map((page) =>
      [...page.matchAll(word)].map(([, left, top, right, bottom, text = '']) => {
        return { text, left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom) };
      }),
    );
}

/** Pairs of words whose letters would touch: poppler's boxes are a font's whole height, of which letters take the middle. */
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

  it.skipIf(!has('qpdf') || !has('pdfsig'))('is sound before and after its seal', async () => {
    const bytes = await renderCertificate(plainView(3, 40), ATTACHMENTS, fonts);
    expect(qpdfComplaints(path('certificate.pdf', bytes))).toEqual([]);
    const sealed = await sealPdf(bytes, await testSeal(), { at: SEALED_AT, reason: 'Certificado', name: 'Rubrica' });
    expect(qpdfComplaints(path('sealed.pdf', sealed.bytes))).toEqual([]);
    const { output } = run('pdfsig', '-nocert', path('sealed.pdf'));
    expect(output).toMatch(/Total document signed/);
    expect(output).toMatch(/Signature is Valid/);
  });

  it.skipIf(!has('pdftotext') || !has('pdfdetach'))(
    'holds its facts as text, and its JSON as attachments in the order of their names',
    async () => {
      const file = path('facts.pdf', await renderCertificate(plainView(2, 3), ATTACHMENTS, fonts));
      const text = run('pdftotext', '-layout', file, '-').output;
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
      run('pdfdetach', '-save', '2', '-o', path('conteudo.json'), file);
      expect(run('cat', path('conteudo.json')).output).toBe(CONTENT.toString());
      expect(run('pdfdetach', '-list', file).output).toMatch(/1: certificado\.json\s+2: conteudo\.json/);
    },
  );

  it.skipIf(!has('pdftotext')).each([
    ['one signer', plainView(1, 9)],
    ['everything there is to say', fullView(5, 30)],
    ['names in Japanese and with accents typed apart', fullView(4, 20, '山田 太郎 Ze\u0301 Da\u0303ntas '.repeat(9))],
    ['50 signers of 200 characters in words', plainView(50, 60, LONG_NAME)],
    ['50 signers of 200 characters without a space', plainView(50, 60, UNBROKEN)],
    ['2,000 events', plainView(2, 2000)],
    ['a reason that no sheet can hold', withRefusal('Não concordo com a cláusula terceira. '.repeat(300))],
  ])('keeps every word on the sheet and clear of all others: %s', async (_, given) => {
    const pages = words(await renderCertificate(given, ATTACHMENTS, fonts));
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

  it.skipIf(!has('pdftotext'))('says on every later sheet of what it is a part', async () => {
    const [, ...later] = words(await renderCertificate(plainView(4, 60), ATTACHMENTS, fonts));
    expect(later.length).toBeGreaterThan(1);
    for (const page of later) {
      const head = page.filter(({ bottom }) => bottom < 60).map(({ text }) => text);
      expect(head.join(' ')).toBe('Certificado de conclusão · Maria Antônia de Souza SVC-7K2M-QX9A-4TBD');
    }
  });

  it.skipIf(!has('pdftoppm') || !has('zbarimg'))('has a QR code that leads to the public validation', async () => {
    const file = path('qr.pdf', await renderCertificate(plainView(1, 3), ATTACHMENTS, fonts));
    run('pdftoppm', '-r', '110', '-gray', '-singlefile', file, path('qr'));
    expect(run('zbarimg', '-q', '--raw', path('qr.pgm')).output).toContain(plainView(1, 1).url);
  });
});
