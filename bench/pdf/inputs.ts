import { deflateSync } from 'node:zlib';

export type Input = { name: string; pages: number; bytes: Buffer };

const PARAGRAPH = Array.from(
  { length: 46 },
  (_, i) => `(Clausula ${i}: o contratado prestara os servicos descritos no anexo, com zelo e no prazo.) Tj T*`,
).join(' ');

/** Documents in the sizes used by the targets: 1, 10 and 300 pages of text, and 20 MB of scanned pages. */
const MAKERS: Record<string, { pages: number; make: () => Buffer }> = {
  '1 page': { pages: 1, make: () => textDocument(1) },
  '10 pages': { pages: 10, make: () => textDocument(10) },
  '300 pages': { pages: 300, make: () => textDocument(300) },
  '20 MB, 40 pages': { pages: 40, make: () => scannedDocument(40, 512 * 1024) },
};

export const INPUT_NAMES = Object.keys(MAKERS);

/** Makes one of them. @throws Error for an unknown name */
export function inputOf(name: string): Input {
  const maker = MAKERS[name];
  if (!maker) throw new Error(`no input ${name}`);
  return { name, pages: maker.pages, bytes: maker.make() };
}

/** Three pages of text, each under a letterhead with incompressible bytes; about `size` bytes in all. */
export function contractDocument(size: number): Buffer {
  let seed = 7;
  const image = Buffer.alloc(Math.max(0, Math.floor((size - 4_000) / 3)));
  for (let i = 0; i < image.length; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    image[i] = seed >>> 24;
  }
  return write(
    3,
    (page) => {
      const text = `BT /F 10 Tf 60 700 Td 15 TL (Pagina ${page}) Tj T* ${PARAGRAPH} ET q 200 0 0 60 60 760 cm /I Do Q`;
      return stream(deflateSync(Buffer.from(text)), '/Filter /FlateDecode');
    },
    () => image,
  );
}

function textDocument(pages: number): Buffer {
  return write(pages, (page) => {
    const content = deflateSync(Buffer.from(`BT /F 10 Tf 60 780 Td 15 TL (Pagina ${page}) Tj T* ${PARAGRAPH} ET`));
    return stream(content, '/Filter /FlateDecode');
  });
}

/** Each page shows one image with incompressible bytes, like a scanner's JPEG. */
function scannedDocument(pages: number, size: number): Buffer {
  let seed = 1;
  const image = (): Buffer => {
    const bytes = Buffer.alloc(size);
    for (let i = 0; i < size; i += 4) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      bytes.writeUInt32LE(seed, i);
    }
    return bytes;
  };
  return write(pages, () => stream(Buffer.from('q 500 0 0 700 50 70 cm /I Do Q')), image);
}

function stream(data: Buffer, entries = ''): Buffer[] {
  return [Buffer.from(`<< ${entries} /Length ${data.length} >>\nstream\n`), data, Buffer.from('\nendstream')];
}

const JPEG =
  '/Type /XObject /Subtype /Image /Width 1024 /Height 512 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /DCTDecode';

/** Objects: 1 catalog, 2 pages, 3 font, then for each page the page, its content, and its image or null. */
function write(pages: number, content: (page: number) => Buffer[], image?: () => Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const object = (...body: Buffer[]): void => {
    offsets.push(length);
    const all = [Buffer.from(`${offsets.length} 0 obj\n`), ...body, Buffer.from('\nendobj\n')];
    for (const part of all) length += part.length;
    parts.push(...all);
  };
  const kids = Array.from({ length: pages }, (_, i) => `${4 + 3 * i} 0 R`).join(' ');
  object(Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'));
  object(Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`));
  object(Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'));
  for (let i = 0; i < pages; i++) {
    const own = 4 + 3 * i;
    const resources = `/Resources << /Font << /F 3 0 R >> /XObject << /I ${own + 2} 0 R >> >>`;
    const box = '/MediaBox [0 0 595.28 841.89]';
    object(Buffer.from(`<< /Type /Page /Parent 2 0 R ${box} ${resources} /Contents ${own + 1} 0 R >>`));
    object(...content(i + 1));
    object(...(image ? stream(image(), JPEG) : [Buffer.from('null')]));
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  const table = `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}${trailer}`;
  return Buffer.concat([...parts, Buffer.from(table)]);
}
