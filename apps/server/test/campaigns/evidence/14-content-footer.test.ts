import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { build, onePage, rawStream } from '../../../../../packages/pdf/fixtures/build.ts';
import { type Rendering, render, run, workFolder } from '../../../../../packages/pdf/test/tools.ts';
import { field, newSender, type Sender, sharedService } from '../../behaviour/support.ts';
import { has } from '../../behaviour/tools.ts';
import { signedBy } from './signed-file.ts';

/** Line 14 of the evidence: the footer and its QR code cover no ink of the page and no field. */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});
const path = workFolder();

const words = (x: number, y: number) => `BT /F 9 Tf ${x} ${y} Td (clausula que ninguem pode encobrir) Tj ET\n`;
const column = Array.from({ length: 70 }, (_, i) => words(10, 4 + i * 11) + words(300, 4 + i * 11)).join('');
const page = (content: string) => build(onePage('/MediaBox [0 0 595 842]', rawStream(content)));

const FILES: [string, Buffer, object][] = [
  ['words at the bottom left', page(words(10, 6) + words(10, 28)), {}],
  ['words down to the bottom', page(column), { campos: [field({ x: 0.55, y: 0.01, largura: 0.3, altura: 0.04 })] }],
  [
    'a field at the bottom left',
    page(words(72, 500)),
    { campos: [field({ x: 0, y: 0.92, largura: 0.5, altura: 0.08 })] },
  ],
];
const CORPUS = resolve(
  import.meta.dirname,
  '../../../../../../shared/corpus/027-pyhanko-minimal-with-field-tagged.pdf',
);
if (existsSync(CORPUS)) {
  FILES.push([
    '027 of the corpus',
    readFileSync(CORPUS),
    { campos: [field({ x: 0.6, y: 0.1, altura: 0.2, largura: 0.3 })] },
  ]);
} else console.warn('skipped: 027 of ../shared/corpus is absent');

/** Ink of a page that is gone. The words across a test document let what lies under them through. */
function erased(before: Rendering, after: Rendering): number {
  let count = 0;
  for (let i = 0; i < before.data.length; i++) {
    if ((before.data[i] ?? 255) < 100 && (after.data[i] ?? 255) > 180) count++;
  }
  return count;
}

describe.skipIf(!has('pdftoppm') || !has('zbarimg'))('the footer', () => {
  it.each(FILES)('covers nothing of %s, and its code is read', async (_, file, dados) => {
    const { bytes, documento } = await signedBy(sender, file, dados);
    const before = render('pdftoppm', path, file, { dpi: 144 });
    const after = render('pdftoppm', path, bytes, { dpi: 144 });
    expect(erased(before, after)).toBe(0);
    const drawn = path('page.pgm');
    expect(run('zbarimg', '-q', '--raw', drawn).output).toContain(`/validar/teste/${documento.codigoValidacao}`);
  });
});
