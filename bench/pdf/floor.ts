import { createHash, createSign, type KeyObject } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import type { FontSet } from '@rubrica/pdf';
import QRCode from 'qrcode';
import { floorSubset } from './floor-font.ts';

/**
 * The least work that does the job, hand-written for exactly the files of this benchmark. Whatever a general engine
 * needs beyond that is the price of generality. There are two floors: one does the same job as the engine, that is,
 * reads each page it changes, counts its q and Q, and embeds subsets of the three fonts; the blind one knows the pages
 * beforehand and sets text in Helvetica.
 */

export type Append = { objects: Map<number, string | Buffer>; size: number; previous: number };

function begin(bytes: Buffer): Append {
  const tail = bytes.subarray(-400).toString('latin1');
  return {
    objects: new Map(),
    size: Number(/\/Size (\d+)/.exec(tail)?.[1]),
    previous: Number(/startxref\n(\d+)/.exec(tail)?.[1]),
  };
}

export function finish(bytes: Buffer, { objects, size, previous }: Append): Buffer {
  const parts: Buffer[] = [bytes];
  let offset = bytes.length;
  let table = 'xref\n';
  for (const [num, body] of [...objects].sort((a, b) => a[0] - b[0])) {
    const data = Buffer.concat([
      Buffer.from(`${num} 0 obj\n`),
      typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
      Buffer.from('\nendobj\n'),
    ]);
    table += `${num} 1\n${String(offset).padStart(10, '0')} 00000 n \n`;
    parts.push(data);
    offset += data.length;
  }
  parts.push(
    Buffer.from(
      `${table}trailer\n<< /Size ${size} /Root 1 0 R${previous > 0 ? ` /Prev ${previous}` : ''} >>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

export function deflated(text: string | Uint8Array, entries = ''): Buffer {
  const data = deflateSync(typeof text === 'string' ? Buffer.from(text, 'latin1') : text);
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Filter /FlateDecode /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
}

export type FooterText = { code: string; url: string; lines: string[] };

/** Appends a footer with QR code on every page and two fields. @param fonts absent: the blind floor. */
export function floorStamp(bytes: Buffer, pages: number, footer: FooterText, fonts?: FontSet): Buffer {
  const update = begin(bytes);
  const field = 'João da Silva';
  const name = 'Maria Antônia';
  const small = [...footer.lines, footer.url];
  const set = fonts && {
    R: embed(update, fonts.regular, small.join('') + field),
    B: embed(update, fonts.bold, footer.code),
    S: embed(update, fonts.hand('loose'), name),
  };
  const used = set ? `/R ${set.R} 0 R /B ${set.B} 0 R /S ${set.S} 0 R` : '/R 3 0 R /B 3 0 R /S 3 0 R';
  const show = (font: keyof typeof STYLES, text: string): string => `${shown(fonts && STYLES[font](fonts), text)} Tj`;
  const art = `${qrCode(footer.url)} BT 54 40 Td 8 TL /B 7 Tf ${show('B', footer.code)} T* /R 6 Tf ${small.map((line) => `${show('R', line)} T*`).join(' ')} ET`;
  const form = update.size++;
  const resources = `/Resources << /Font << ${used} >> >>`;
  update.objects.set(form, deflated(art, `/Type /XObject /Subtype /Form /BBox [0 0 400 54] ${resources}`));
  const before = update.size++;
  update.objects.set(before, '<< /Length 2 >>\nstream\nq\n\nendstream');
  const after = (text: string): number => {
    const num = update.size++;
    update.objects.set(num, deflated(`\nQ q 1 0 0 1 8 6 cm /Rub Do Q ${text}`));
    return num;
  };
  const plain = after('');
  const marked = after(`BT /R 11 Tf 60 700 Td ${show('R', field)} ET BT /S 24 Tf 300 100 Td ${show('S', name)} ET`);
  const table = set && readTable(bytes, update.previous);
  for (let i = 0; i < pages; i++) {
    const num = 4 + 3 * i;
    const last = i === pages - 1 ? marked : plain;
    const contents = `/Contents [${before} 0 R ${num + 1} 0 R ${last} 0 R]`;
    const objects = `/XObject << /Rub ${form} 0 R /I ${num + 2} 0 R >>`;
    update.objects.set(num, page(bytes, table, num, `/Font << /F 3 0 R ${used} >> ${objects}`, contents));
  }
  return finish(bytes, update);
}

/** A QR code with its quiet zone, 54 points wide. */
export function qrCode(text: string): string {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'L' });
  let art = 'q 1 g 0 0 54 54 re f 0 g 1.45 0 0 1.45 5.8 5.8 cm\n';
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) if (modules.get(y, x)) art += `${x} ${modules.size - 1 - y} 1 1 re\n`;
  }
  return `${art}f Q`;
}

const STYLES = {
  R: (fonts: FontSet) => fonts.regular,
  B: (fonts: FontSet) => fonts.bold,
  S: (fonts: FontSet) => fonts.hand('loose'),
};

export function shown(font: FontSet['regular'] | undefined, text: string): string {
  if (!font) return `(${text})`;
  const codes = [...text].map((character) => font.glyphs.get(character.codePointAt(0) as number) ?? 0);
  return `<${codes.map((code) => code.toString(16).padStart(4, '0')).join('')}>`;
}

/** @param read whether the text can be read back from the file, as PDF/A-3a asks */
export function embed(update: Append, font: FontSet['regular'], text: string, read = false): number {
  const program = floorSubset(font, text);
  const file = update.size++;
  update.objects.set(file, deflated(program.toString('latin1'), `/Length1 ${program.length}`));
  const box =
    '/Flags 4 /FontBBox [0 -300 1000 1000] /ItalicAngle 0 /Ascent 1000 /Descent -300 /CapHeight 700 /StemV 80';
  const descriptor = `<< /Type /FontDescriptor /FontName /AAAAAA+Noto ${box} /FontFile2 ${file} 0 R >>`;
  const info = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>';
  const widths = [...new Set(text)].map((character) => {
    const glyph = font.glyphs.get(character.codePointAt(0) as number) ?? 0;
    return `${glyph} [${Math.round((font.advance(glyph) * 1000) / font.unitsPerEm)}]`;
  });
  const descendant = `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /AAAAAA+Noto ${info} /FontDescriptor ${update.size++} 0 R /CIDToGIDMap /Identity /W [${widths.join(' ')}] >>`;
  update.objects.set(update.size - 1, descriptor);
  let unicode = '';
  if (read) {
    update.objects.set(update.size, deflated(unicodeOf(font, text)));
    unicode = ` /ToUnicode ${update.size++} 0 R`;
  }
  const num = update.size++;
  update.objects.set(
    num,
    `<< /Type /Font /Subtype /Type0 /BaseFont /AAAAAA+Noto${unicode} /Encoding /Identity-H /DescendantFonts [${descendant}] >>`,
  );
  return num;
}

function unicodeOf(font: FontSet['regular'], text: string): string {
  const hex = (value: number): string => `<${value.toString(16).padStart(4, '0')}>`;
  const rows = [...new Set(text)].map((character) => {
    const code = character.codePointAt(0) as number;
    return `${hex(font.glyphs.get(code) ?? 0)} ${hex(code)}`;
  });
  const head = '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /U def /CMapType 2 def';
  const range = '1 begincodespacerange <0000> <ffff> endcodespacerange';
  return `${head} ${range} ${rows.length} beginbfchar\n${rows.join('\n')}\nendbfchar endcmap end end`;
}

/** Offsets by object number from the single table these files have. */
export function readTable(bytes: Buffer, at: number): number[] {
  const text = bytes.toString('latin1', at);
  return [...text.matchAll(/(\d{10}) \d{5} [nf] /g)].map((match) => Number(match[1]));
}

/** A page with the stamp: read from the file and changed, with its content counted; or known beforehand. */
function page(bytes: Buffer, table: number[] | undefined, num: number, resources: string, contents: string): string {
  if (!table)
    return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595.28 841.89] /Resources << ${resources} >> ${contents} >>`;
  const object = (n: number): string => {
    const start = (table[n] as number) + `${n} 0 obj\n`.length;
    return bytes.toString('latin1', start, bytes.indexOf('\nendobj', start));
  };
  const data = object(num + 1);
  const start = data.indexOf('stream\n') + 7;
  const raw = Buffer.from(data.slice(start, data.lastIndexOf('\nendstream')), 'latin1');
  const content = data.startsWith('<< /Filter') ? inflateSync(raw) : raw;
  const operators = content.toString('latin1').match(/\b[qQ]\b/g) ?? [];
  if (operators.filter((q) => q === 'q').length * 2 !== operators.length) throw new Error('unbalanced');
  return object(num)
    .replace(/\/Resources << .*? >> >>/, `/Resources << ${resources} >>`)
    .replace(/\/Contents \d+ 0 R/, contents);
}

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const size =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const OID = {
  data: Buffer.from('06092a864886f70d010701', 'hex'),
  signedData: Buffer.from('06092a864886f70d010702', 'hex'),
  contentType: Buffer.from('06092a864886f70d010903', 'hex'),
  messageDigest: Buffer.from('06092a864886f70d010904', 'hex'),
  signingCertificate: Buffer.from('060b2a864886f70d010910022f', 'hex'),
  sha256: Buffer.from('300b0609608648016503040201', 'hex'),
  ecdsa: Buffer.from('300a06082a8648ce3d040302', 'hex'),
};

export type FloorKey = { key: KeyObject; certificate: Buffer; issuerAndSerial: Buffer };

/**
 * Seals with PAdES B-B, ECDSA on P-256 and SHA-256.
 * @param catalog entries that the file's catalog keeps
 */
export function floorSeal(
  bytes: Buffer,
  page: { num: number; text: string },
  { key, certificate, issuerAndSerial }: FloorKey,
  catalog = '',
): Buffer {
  const room = 4096;
  const update = begin(bytes);
  const signature = update.size++;
  const widget = update.size++;
  const blank = '*'.repeat(10);
  update.objects.set(
    signature,
    `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /M (D:20261121100000Z) /ByteRange [0 ${blank} ${blank} ${blank}] /Contents <${'0'.repeat(room * 2)}> >>`,
  );
  update.objects.set(
    widget,
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Selo) /V ${signature} 0 R /F 132 /Rect [0 0 0 0] /P ${page.num} 0 R >>`,
  );
  update.objects.set(page.num, page.text.replace(/ >>$/, ` /Annots [${widget} 0 R] >>`));
  update.objects.set(
    1,
    `<< /Type /Catalog /Pages 2 0 R${catalog} /AcroForm << /SigFlags 3 /Fields [${widget} 0 R] >> >>`,
  );
  const file = finish(bytes, update);
  const range = file.indexOf('/ByteRange [', bytes.length) + 11;
  const start = file.indexOf('/Contents <', range) + 10;
  const end = start + room * 2 + 2;
  file.write(`[0 ${[start, end, file.length - end].map((n) => String(n).padEnd(10)).join(' ')}]`, range);
  const digest = createHash('sha256').update(file.subarray(0, start)).update(file.subarray(end)).digest();
  const attribute = (oid: Buffer, value: Buffer): Buffer => der(0x30, oid, der(0x31, value));
  const hash = createHash('sha256').update(certificate).digest();
  const attributes = Buffer.concat([
    attribute(OID.contentType, OID.data),
    attribute(OID.messageDigest, der(0x04, digest)),
    attribute(OID.signingCertificate, der(0x30, der(0x30, der(0x30, der(0x04, hash))))),
  ]);
  const value = createSign('sha256').update(der(0x31, attributes)).sign(key);
  const signer = der(
    0x30,
    Buffer.from([2, 1, 1]),
    issuerAndSerial,
    OID.sha256,
    der(0xa0, attributes),
    OID.ecdsa,
    der(0x04, value),
  );
  const content = der(
    0x30,
    Buffer.from([2, 1, 1]),
    der(0x31, OID.sha256),
    der(0x30, OID.data),
    der(0xa0, certificate),
    der(0x31, signer),
  );
  file.write(der(0x30, OID.signedData, der(0xa0, content)).toString('hex'), start + 1);
  return file;
}

/** The first page's object, as written last by the stamp above. */
export function firstPage(bytes: Buffer): { num: number; text: string } {
  const start = bytes.lastIndexOf('\n4 0 obj\n') + 9;
  return { num: 4, text: bytes.subarray(start, bytes.indexOf('\nendobj', start)).toString('latin1') };
}
