import { inflateSync } from 'node:zlib';

/** A parsed TrueType font, as needed for measuring, selecting and subsetting. Parsed once, used for every document. */
export type TrueType = {
  name: string;
  unitsPerEm: number;
  ascent: number;
  descent: number;
  capHeight: number;
  italicAngle: number;
  bbox: [number, number, number, number];
  glyphCount: number;
  /** Glyph of a code point, if the font has one. */
  glyphs: Map<number, number>;
  /** Advance width of a glyph in font units. */
  advance(glyph: number): number;
  /** From where to where, left to right, a glyph has ink, in font units; nowhere where it has no outline. */
  spread(glyph: number): readonly [from: number, to: number];
  tables: Map<string, Buffer>;
};

/**
 * Parses a TrueType font (OpenType specification, `glyf` outlines), bare or packed as WOFF 1.0.
 * @throws Error for anything else: some viewers draw blanks for CFF outlines that are embedded whole.
 */
export function parseTrueType(bytes: Uint8Array): TrueType {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const tables = data.toString('latin1', 0, 4) === 'wOFF' ? woffTables(data) : sfntTables(data);
  const table = (tag: string): Buffer => {
    const found = tables.get(tag);
    if (!found) throw new Error(`font has no ${tag} table`);
    return found;
  };
  const head = table('head');
  const hhea = table('hhea');
  const hmtx = table('hmtx');
  const outline = outlines(tables);
  const metrics = hhea.readUInt16BE(34);
  const os2 = tables.get('OS/2');
  const ascent = hhea.readInt16BE(4);
  return {
    name: postScriptName(tables.get('name')),
    unitsPerEm: head.readUInt16BE(18),
    ascent,
    descent: hhea.readInt16BE(6),
    capHeight: os2 && os2.readUInt16BE(0) >= 2 ? os2.readInt16BE(88) : ascent,
    italicAngle: (tables.get('post')?.readInt32BE(4) ?? 0) / 65536,
    bbox: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    glyphCount: table('maxp').readUInt16BE(4),
    glyphs: readCmap(table('cmap')),
    advance: (glyph) => hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4),
    spread(glyph) {
      const data = outline(glyph);
      return data.length < 10 ? [0, 0] : [data.readInt16BE(2), data.readInt16BE(6)];
    },
    tables,
  };
}

/** The outline of a glyph (loca and glyf tables), empty where it has none. */
function outlines(tables: ReadonlyMap<string, Buffer>): (glyph: number) => Buffer {
  const [loca, glyf, head] = ['loca', 'glyf', 'head'].map((tag) => {
    const found = tables.get(tag);
    if (!found) throw new Error(`font has no ${tag} table`);
    return found;
  }) as [Buffer, Buffer, Buffer];
  const long = head.readInt16BE(50) === 1;
  const offset = (glyph: number): number => (long ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
  return (glyph) => glyf.subarray(offset(glyph), offset(glyph + 1));
}

function sfntTables(data: Buffer): Map<string, Buffer> {
  const version = data.readUInt32BE(0);
  if (version !== 0x00010000 && version !== 0x74727565) throw new Error('not a TrueType font');
  const tables = new Map<string, Buffer>();
  for (let i = 0; i < data.readUInt16BE(4); i++) {
    const at = 12 + i * 16;
    const offset = data.readUInt32BE(at + 8);
    tables.set(data.toString('latin1', at, at + 4), data.subarray(offset, offset + data.readUInt32BE(at + 12)));
  }
  return tables;
}

/** WOFF File Format 1.0 (W3C) clause 5: tables deflated one by one. */
function woffTables(data: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let i = 0; i < data.readUInt16BE(12); i++) {
    const at = 44 + i * 20;
    const offset = data.readUInt32BE(at + 4);
    const packed = data.readUInt32BE(at + 8);
    const raw = data.subarray(offset, offset + packed);
    tables.set(data.toString('latin1', at, at + 4), packed < data.readUInt32BE(at + 12) ? inflateSync(raw) : raw);
  }
  return tables;
}

function postScriptName(table: Buffer | undefined): string {
  if (!table) return 'Font';
  const strings = table.readUInt16BE(4);
  for (let i = 0; i < table.readUInt16BE(2); i++) {
    const at = 6 + i * 12;
    if (table.readUInt16BE(at + 6) !== 6) continue;
    const start = strings + table.readUInt16BE(at + 10);
    const raw = table.subarray(start, start + table.readUInt16BE(at + 8));
    const text = raw.toString('latin1').replace(/[^!-~]/g, '');
    if (text) return text.replace(/[/()[\]<>{}%]/g, '');
  }
  return 'Font';
}

function readCmap(cmap: Buffer): Map<number, number> {
  let best = -1;
  let rank = 0;
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const platform = cmap.readUInt16BE(4 + i * 8);
    const encoding = cmap.readUInt16BE(6 + i * 8);
    const offset = cmap.readUInt32BE(8 + i * 8);
    const format = cmap.readUInt16BE(offset);
    const unicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
    const score = unicode ? (format === 12 ? 2 : format === 4 ? 1 : 0) : 0;
    if (score > rank) {
      rank = score;
      best = offset;
    }
  }
  if (best < 0) throw new Error('font has no Unicode cmap');
  return rank === 2 ? cmapFormat12(cmap, best) : cmapFormat4(cmap, best);
}

function cmapFormat12(cmap: Buffer, at: number): Map<number, number> {
  const map = new Map<number, number>();
  for (let i = 0; i < cmap.readUInt32BE(at + 12); i++) {
    const start = cmap.readUInt32BE(at + 16 + i * 12);
    const end = cmap.readUInt32BE(at + 20 + i * 12);
    const glyph = cmap.readUInt32BE(at + 24 + i * 12);
    for (let c = start; c <= end; c++) map.set(c, glyph + c - start);
  }
  return map;
}

function cmapFormat4(cmap: Buffer, at: number): Map<number, number> {
  const map = new Map<number, number>();
  const bytes = cmap.readUInt16BE(at + 6);
  const ends = at + 14;
  const starts = ends + bytes + 2;
  for (let i = 0; i < bytes; i += 2) {
    const delta = cmap.readUInt16BE(starts + bytes + i);
    const offsetAt = starts + 2 * bytes + i;
    const range = cmap.readUInt16BE(offsetAt);
    const end = cmap.readUInt16BE(ends + i);
    for (let c = cmap.readUInt16BE(starts + i); c <= end && c !== 0xffff; c++) {
      const direct = range === 0 ? c : cmap.readUInt16BE(offsetAt + range + 2 * (c - cmap.readUInt16BE(starts + i)));
      const glyph = range === 0 || direct !== 0 ? (direct + delta) & 0xffff : 0;
      if (glyph !== 0) map.set(c, glyph);
    }
  }
  return map;
}

/** Tables a CIDFontType2 program must keep (ISO 32000-2 clause 9.9). */
const KEPT = ['cvt ', 'fpgm', 'prep'];

/**
 * A font program with only the given glyphs. Glyph numbers are unchanged, so that content can be written before the
 * subset is made and CIDToGIDMap is the identity; the emptied rest deflates to almost nothing.
 */
export function subset(font: TrueType, used: Iterable<number>): Buffer {
  const head = Buffer.from(font.tables.get('head') as Buffer);
  const outline = outlines(font.tables);
  const glyphs = closure(used, outline, font.glyphCount);
  const count = (glyphs.at(-1) ?? 0) + 1;

  const newLoca = Buffer.alloc((count + 1) * 4);
  const parts: Buffer[] = [];
  let length = 0;
  let next = 0;
  for (let glyph = 0; glyph < count; glyph++) {
    newLoca.writeUInt32BE(length, glyph * 4);
    if (glyphs[next] !== glyph) continue;
    next++;
    const data = outline(glyph);
    parts.push(data, Buffer.alloc(-data.length & 3));
    length += (data.length + 3) & ~3;
  }
  newLoca.writeUInt32BE(length, count * 4);

  const hmtx = Buffer.alloc(count * 4);
  const metrics = (font.tables.get('hhea') as Buffer).readUInt16BE(34);
  const oldHmtx = font.tables.get('hmtx') as Buffer;
  for (const glyph of glyphs) {
    hmtx.writeUInt16BE(font.advance(glyph), glyph * 4);
    hmtx.writeInt16BE(
      oldHmtx.readInt16BE(glyph < metrics ? glyph * 4 + 2 : metrics * 4 + (glyph - metrics) * 2),
      glyph * 4 + 2,
    );
  }
  const hhea = Buffer.from(font.tables.get('hhea') as Buffer);
  hhea.writeUInt16BE(count, 34);
  const maxp = Buffer.from(font.tables.get('maxp') as Buffer);
  maxp.writeUInt16BE(count, 4);
  head.writeInt16BE(1, 50);
  head.writeUInt32BE(0, 8);
  const tables = new Map<string, Buffer>([
    ['glyf', Buffer.concat(parts)],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', hmtx],
    ['loca', newLoca],
    ['maxp', maxp],
  ]);
  for (const tag of KEPT) {
    const table = font.tables.get(tag);
    if (table) tables.set(tag, table);
  }
  return sfnt(tables);
}

/** The used glyphs, .notdef, and the parts of composite ones, in ascending order. */
function closure(used: Iterable<number>, outline: (glyph: number) => Buffer, count: number): number[] {
  const all = new Set<number>([0]);
  const visit = (glyph: number, depth: number): void => {
    if (glyph >= count || all.has(glyph) || depth > 8) return;
    all.add(glyph);
    const data = outline(glyph);
    if (data.length < 10 || data.readInt16BE(0) >= 0) return;
    let at = 10;
    let flags: number;
    do {
      flags = data.readUInt16BE(at);
      visit(data.readUInt16BE(at + 2), depth + 1);
      // Arguments are words or bytes; a scale takes 2, 4 or 8 bytes (glyf table, composite glyph flags).
      at += 4 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0);
    } while (flags & 0x20);
  };
  for (const glyph of used) visit(glyph, 0);
  return [...all].sort((a, b) => a - b);
}

function sfnt(tables: Map<string, Buffer>): Buffer {
  const tags = [...tables.keys()].sort();
  const directory = Buffer.alloc(12 + tags.length * 16);
  const power = 2 ** Math.floor(Math.log2(tags.length));
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(tags.length, 4);
  directory.writeUInt16BE(power * 16, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE(tags.length * 16 - power * 16, 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  tags.forEach((tag, i) => {
    const table = tables.get(tag) as Buffer;
    const at = 12 + i * 16;
    directory.write(tag, at, 'latin1');
    directory.writeUInt32BE(checksum(table), at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(table.length, at + 12);
    parts.push(table, Buffer.alloc(-table.length & 3));
    offset += (table.length + 3) & ~3;
  });
  return Buffer.concat(parts);
}

function checksum(table: Buffer): number {
  let sum = 0;
  const whole = table.length & ~3;
  for (let i = 0; i < whole; i += 4) sum = (sum + table.readUInt32BE(i)) >>> 0;
  for (let i = whole; i < table.length; i++) sum = (sum + (table[i] as number) * 2 ** (24 - 8 * (i & 3))) >>> 0;
  return sum;
}
