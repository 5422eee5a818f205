import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeInk, inkWithin } from '@rubrica/pdf/ink';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../../scripts/until.ts';
import { createPdfEngine, type PdfEngine, PdfTaskFailed } from '../../src/adapters/pdf/engine.ts';
import { findInk } from '../../src/adapters/pdf/ink.ts';
import { FileAltered, type ReceivedFile } from '../../src/core/pdf.ts';
import { Unavailable } from '../../src/core/ports.ts';
import { doublingForms, pageOf, sampleContract } from '../modules/samples.ts';

/** Drawing the first page of files that nobody vouches for. */

const dir = mkdtempSync(join(tmpdir(), 'rubrica-previa-'));
const MB = 1024 * 1024;
/** Gives no file up that a busy machine takes its time over. */
let engine: PdfEngine;
/** Gives a file up soon. */
let impatient: PdfEngine;
let files = 0;

beforeAll(() => {
  engine = createPdfEngine({ seals: null, timestamps: null, size: 1, limits: { inspectMs: 60_000 } });
  impatient = createPdfEngine({ seals: null, timestamps: null, size: 1, limits: { inspectMs: 2_500 } });
});
afterAll(async () => {
  await Promise.all([engine.close(), impatient.close()]);
  rmSync(dir, { recursive: true, force: true });
});

function file(bytes: Uint8Array): ReceivedFile {
  files += 1;
  const path = join(dir, `${files}.pdf`);
  writeFileSync(path, bytes);
  return { path, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Where the dark pixels are, as fractions of the picture: left, top, right, bottom. */
function inkOf({ width, height, data }: { width: number; height: number; data: Uint8Array }): number[] {
  let [x0, y0, x1, y1] = [width, height, 0, 0];
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at] ?? 255) > 100) continue;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)];
  }
  return [x0 / width, y0 / height, x1 / width, y1 / height];
}

const drawn = async (file: ReceivedFile, by = engine) => {
  const { width, height } = await by.preview(file, 900);
  return [width, height];
};
/** Given up at the deadline: for the file's fault, or because the machine left the worker no time for it. */
const givenUp = (error: unknown) =>
  error instanceof Unavailable || (error instanceof PdfTaskFailed && error.reason === 'TIMEOUT');
/** Draws a plain page with who gives up soon, which a busy machine may make it do more than once. */
const goesOn = async () => {
  const plain = file(pageOf('/MediaBox [0 0 600 800]'));
  const size = await until(() =>
    drawn(plain, impatient).catch((error) => {
      if (!givenUp(error)) throw error;
      return null;
    }),
  );
  expect(size).toEqual([900, 1200]);
};

describe('a first page', () => {
  it('is drawn cropped and turned, as it is seen', async () => {
    const content = '<</Length 15>>\nstream\n60 90 60 80 re f\nendstream';
    const attributes = '/MediaBox [0 0 800 900] /CropBox [50 70 650 870] /Rotate 90 /Contents 4 0 R';
    const picture = await engine.preview(file(pageOf(attributes, [content.replace('15', '16')])), 900);
    expect([picture.width, picture.height]).toEqual([900, 675]);
    // Turned by 90 degrees, what was at the bottom left is at the top left: 20 of 800 across, 10 of 600 down.
    const expected = [20 / 800, 10 / 600, 100 / 800, 70 / 600];
    for (const [side, edge] of inkOf(picture).entries()) expect(edge).toBeCloseTo(expected[side] ?? 0, 2);
  });

  it('that is very long comes smaller', async () => {
    const [width = 0, height = 0] = await drawn(file(pageOf('/MediaBox [0 0 200 10000]')));
    expect(width * height).toBeLessThanOrEqual(3_010_000);
  });
});

describe('a file that is not the one that was received', () => {
  it('is neither drawn nor read, whoever put it in its place and when', async () => {
    const received = file(await sampleContract());
    await engine.preview(received, 900);
    writeFileSync(received.path, pageOf('/MediaBox [0 0 600 800]'));
    const query = { maxPages: 10, texts: ['CONTRATO'], most: 10, fieldTags: false };
    for (const read of [
      () => engine.preview(received, 900),
      () => engine.ink({ ...received, from: 0, most: 1 }),
      () => findInk(engine, received),
      () => engine.locate(received, query),
    ]) {
      await expect(read()).rejects.toBeInstanceOf(FileAltered);
    }
  });
});

describe('what one file leaves', () => {
  it('is nothing that the next one shows', async () => {
    const contract = file(await sampleContract());
    const known = await engine.preview(contract, 900);
    const before = [
      file(pageOf('/MediaBox [0 0 600 800]', ['<</Length 16>>\nstream\n60 90 60 80 re f\nendstream'])),
      file(Buffer.from('isto não é um PDF')),
      // Takes more memory than is kept, and sometimes than there is.
      file(Buffer.concat([await sampleContract(), Buffer.alloc(70 * MB, ' ')])),
    ];
    for (const other of before) {
      await engine.preview(other, 900).catch(({ reason }) => expect(['ERROR', 'MEMORY']).toContain(reason));
      expect(Buffer.compare((await engine.preview(contract, 900)).data, known.data)).toBe(0);
    }
  });
});

describe('what cannot be drawn', () => {
  it.each([
    ['no PDF', () => Buffer.from('isto não é um PDF')],
    ['half a file', async () => (await sampleContract()).subarray(0, 2_000)],
    ['a page thin as a line', () => pageOf('/MediaBox [0 0 14400 20]')],
  ])('%s fails as a task, and the worker draws the next', async (_name, make) => {
    await expect(engine.preview(file(await make()), 900)).rejects.toMatchObject({ reason: 'ERROR' });
    expect(await drawn(file(pageOf('/MediaBox [0 0 600 800]')))).toEqual([900, 1200]);
  });

  it('forms within forms come to an end, and the next page is drawn', async () => {
    await expect(impatient.preview(file(doublingForms(28)), 900)).rejects.toSatisfy(
      (error) => error instanceof PdfTaskFailed || givenUp(error),
    );
    await goesOn();
  });

  it('what takes for ever is given up at the deadline, and the next page is drawn', async () => {
    const fills = `/G gs 0.9 g\n${'0 0 600 800 re f\n'.repeat(20_000)}`;
    const content = `<</Length ${fills.length}>>\nstream\n${fills}\nendstream`;
    const attributes = '/MediaBox [0 0 600 800] /Resources<</ExtGState<</G<</BM/Multiply/ca 0.5>>>>>> /Contents 4 0 R';
    const endless = impatient.preview(file(pageOf(attributes, [content])), 900);
    await expect(endless).rejects.toSatisfy(givenUp);
    await goesOn();
  });

  it('a picture larger than the memory bound ends the worker or is left out, and the next is drawn', async () => {
    const tight = createPdfEngine({ seals: null, timestamps: null, size: 1, limits: { inspectBytes: 200 * MB } });
    try {
      const image =
        '<</Type/XObject/Subtype/Image/Width 30000/Height 30000/BitsPerComponent 8/ColorSpace/DeviceRGB/Length 4>>\nstream\nabcd\nendstream';
      const content = '<</Length 24>>\nstream\n600 0 0 800 0 0 cm /I Do\nendstream';
      const attributes = '/MediaBox [0 0 600 800] /Resources<</XObject<</I 5 0 R>>>> /Contents 4 0 R';
      const bomb = file(pageOf(attributes, [content, image]));
      const outcome = await tight.preview(bomb, 900).then(
        () => 'drawn without it',
        (error) => error.reason,
      );
      expect(['drawn without it', 'MEMORY', 'TIMEOUT', 'CRASH', 'ERROR']).toContain(outcome);
      expect((await tight.preview(file(pageOf('/MediaBox [0 0 600 800]')), 900)).width).toBe(900);
    } finally {
      await tight.close();
    }
  });
});

describe('the ink of a file', () => {
  const inkOf = async (bytes: Uint8Array, by = engine) => decodeInk(await findInk(by, file(bytes))) ?? [];
  const rectangle = '<</Length 16>>\nstream\n60 90 60 80 re f\nendstream';

  it('is where a page shows something, cropped and turned as it is seen', async () => {
    const attributes = '/MediaBox [0 0 800 900] /CropBox [50 70 650 870] /Rotate 90 /Contents 4 0 R';
    const [page] = await inkOf(pageOf(attributes, [rectangle]));
    if (!page) throw new Error('no ink was found');
    const [x0, y0, x1, y1] = [20 / 800, 10 / 600, 100 / 800, 70 / 600];
    expect(inkWithin(page, [x0, y0, x1, y1])).toBeGreaterThan(250);
    const top = inkWithin(page, [0, 0, 1, 0.15]);
    expect(inkWithin(page, [x0 - 0.01, y0 - 0.01, x1 + 0.01, y1 + 0.01])).toBe(top);
    expect(page.white).toBe(true);
  });

  const drawn = (content: string) => `<</Length ${content.length}>>\nstream\n${content}\nendstream`;
  const page = async (content: string) =>
    (await inkOf(pageOf('/MediaBox [0 0 600 800] /Contents 4 0 R', [drawn(content)])))[0];

  it('is told apart from the paper of the edges, whatever is most of the page', async () => {
    const dark = await page('0.1 g 0 130 600 540 re f');
    expect(dark?.white).toBe(true);
    expect(dark && inkWithin(dark, [0, 0, 1, 0.13]) + inkWithin(dark, [0, 0.87, 1, 1])).toBe(0);
  });

  it('between the edges is asked of a page only where a footer has no room at those', async () => {
    // A word in the middle, a line in each edge, or bars that leave no room there.
    const [middle, lines, bars] = [
      '200 400 40 10 re f',
      '0 40 600 2 re f 0 758 600 2 re f',
      '0 0 600 110 re f 0 690 600 110 re f',
    ];
    const roomy = await page(`${middle} ${lines}`);
    const narrow = await page(`${middle} ${lines} ${bars}`);
    if (!roomy || !narrow) throw new Error('no ink was found');
    const between = [0, 0.2, 1, 0.8] as const;
    expect(inkWithin(roomy, between)).toBe(150 * 120);
    for (const edge of [
      [0, 0, 1, 0.13],
      [0, 0.87, 1, 1],
    ] as const)
      expect(inkWithin(roomy, edge)).toBe(150);
    expect(inkWithin(narrow, between)).toBe(inkWithin(narrow, [0.3, 0.45, 0.45, 0.55]));
    expect(inkWithin(narrow, between)).toBeGreaterThan(20);
  });

  it('is known of every page, and of annotations too', async () => {
    expect(await inkOf(await sampleContract())).toHaveLength(4);
    const note = '/Annots [<</Type/Annot/Subtype/Square/F 4/Rect[10 10 50 50]/IC[0 0 0]/C[0 0 0]/AP<</N 4 0 R>>>>]';
    const look = '<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 14>>\nstream\n0 0 9 9 re f  \nendstream';
    const [page] = await inkOf(pageOf(`/MediaBox [0 0 100 100] ${note}`, [look]));
    expect(page && inkWithin(page, [0.1, 0.5, 0.5, 0.9])).toBeGreaterThan(90);
  });

  it('of what is no PDF, or has no pages that can be drawn, is not known', async () => {
    expect(await inkOf(Buffer.from('isto não é um PDF'))).toEqual([]);
    expect(await inkOf((await sampleContract()).subarray(0, 2_000))).toEqual([]);
  });

  it('of a page that takes for ever is not known, and the file is given up in time', async () => {
    expect((await inkOf(doublingForms(28), impatient)).every((page) => page === null)).toBe(true);
    await until(async () => (await inkOf(pageOf('/MediaBox [0 0 600 800]'), impatient)).length === 1);
  });
});
