import type { FontSet } from '@rubrica/pdf';

type Font = FontSet['regular'];

/**
 * A TrueType program with only the outlines of a text's letters, without composite glyphs: the simplest way to do it.
 */
export function floorSubset(font: Font, text: string): Buffer {
  const loca = font.tables.get('loca') as Buffer;
  const glyf = font.tables.get('glyf') as Buffer;
  const head = Buffer.from(font.tables.get('head') as Buffer);
  const long = head.readInt16BE(50) === 1;
  const offset = (glyph: number): number => (long ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
  const used = new Set([...text].map((character) => font.glyphs.get(character.codePointAt(0) as number) ?? 0));
  const count = Math.max(...used) + 1;
  const outlines: Buffer[] = [];
  const newLoca = Buffer.alloc((count + 1) * 4);
  let length = 0;
  for (let glyph = 0; glyph < count; glyph++) {
    newLoca.writeUInt32BE(length, glyph * 4);
    if (!used.has(glyph)) continue;
    outlines.push(glyf.subarray(offset(glyph), offset(glyph + 1)));
    length += offset(glyph + 1) - offset(glyph);
  }
  newLoca.writeUInt32BE(length, count * 4);
  head.writeInt16BE(1, 50);
  const hhea = Buffer.from(font.tables.get('hhea') as Buffer);
  hhea.writeUInt16BE(count, 34);
  const maxp = Buffer.from(font.tables.get('maxp') as Buffer);
  maxp.writeUInt16BE(count, 4);
  const hmtx = (font.tables.get('hmtx') as Buffer).subarray(0, count * 4);
  return pack({ glyf: Buffer.concat(outlines), head, hhea, hmtx, loca: newLoca, maxp });
}

function pack(tables: Record<string, Buffer>): Buffer {
  const entries = Object.entries(tables);
  const directory = Buffer.alloc(12 + entries.length * 16);
  directory.writeUInt32BE(0x10000);
  directory.writeUInt16BE(entries.length, 4);
  let at = directory.length;
  for (const [i, [tag, table]] of entries.entries()) {
    directory.write(tag, 12 + i * 16, 'latin1');
    directory.writeUInt32BE(at, 20 + i * 16);
    directory.writeUInt32BE(table.length, 24 + i * 16);
    at += (table.length + 3) & ~3;
  }
  return Buffer.concat([directory, ...entries.flatMap(([, table]) => [table, Buffer.alloc(-table.length & 3)])]);
}
