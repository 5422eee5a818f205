import { beforeAll, describe, expect, it } from 'vitest';
import { build, onePage, rawStream } from '../../../../../packages/pdf/fixtures/build.ts';
import { readQr } from '../../../../../packages/pdf/test/judges/codes.ts';
import { RENDERERS, type Rendering, render } from '../../../../../packages/pdf/test/judges/drawing.ts';
import { corpus } from '../../../../../packages/pdf/test/tools.ts';
import { field, newSender, type Sender, sharedService } from '../../modules/support.ts';
import { signedBy } from './signed-file.ts';

/** Line 14 of the evidence: the footer and its QR code cover no ink of the page and no field. */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

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
const REAL = corpus().find(({ file }) => file.startsWith('027-'));
if (REAL) {
  FILES.push(['027 of the corpus', REAL.bytes, { campos: [field({ x: 0.6, y: 0.1, altura: 0.2, largura: 0.3 })] }]);
}

/** Ink of a page that is gone. The words across a test document let what lies under them through. */
function erased(before: Rendering, after: Rendering): number {
  let count = 0;
  for (let i = 0; i < before.data.length; i++) {
    if ((before.data[i] ?? 255) < 100 && (after.data[i] ?? 255) > 180) count++;
  }
  return count;
}

describe('the footer', () => {
  it.each(FILES)('covers nothing of %s, and its code is read', async (_, file, dados) => {
    const { bytes, documento } = await signedBy(sender, file, dados);
    const before = await render(RENDERERS[0], file, { dpi: 144 });
    const after = await render(RENDERERS[0], bytes, { dpi: 144 });
    expect(erased(before, after)).toBe(0);
    expect(await readQr(after)).toContain(`/validar/teste/${documento.codigoValidacao}`);
  });
});
