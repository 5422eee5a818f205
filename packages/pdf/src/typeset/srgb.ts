/**
 * An sRGB colour profile, computed from the published values of IEC 61966-2-1: primaries, white point and transfer
 * curve. As small as an ICC.1:2001-04 (version 2.4) monitor profile can be, and free of third-party rights.
 */

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** Chromaticities x, y of red, green and blue, and of their white point (D65). */
const PRIMARIES = [
  [0.64, 0.33],
  [0.3, 0.6],
  [0.15, 0.06],
] as const;
const WHITE = [0.3127, 0.329] as const;
/** The white of the profile connection space (ICC.1:2001-04 annex A.1), D50. */
const CONNECTION_WHITE: Triple = [0.9642, 1, 0.8249];
/** From tristimulus values to cone responses, after Bradford (ICC.1:2001-04 annex E). */
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];
const CURVE_POINTS = 256;

/** The profile's bytes, always the same. */
export function srgbProfile(): Buffer {
  profile ??= build();
  return profile;
}
let profile: Buffer | undefined;

function build(): Buffer {
  const [red, green, blue] = colorants() as [Triple, Triple, Triple];
  const curve = curveTag();
  const tags: [signature: string, data: Buffer][] = [
    ['desc', descriptionTag('sRGB IEC61966-2-1')],
    ['cprt', Buffer.concat([head('text'), Buffer.from('Public domain\0', 'latin1')])],
    ['wtpt', xyzTag(CONNECTION_WHITE)],
    ['rXYZ', xyzTag(red)],
    ['gXYZ', xyzTag(green)],
    ['bXYZ', xyzTag(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  const places = new Map<Buffer, number>();
  const parts: Buffer[] = [];
  let offset = 128 + table.length;
  tags.forEach(([signature, data], i) => {
    if (!places.has(data)) {
      places.set(data, offset);
      const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
      parts.push(padded);
      offset += padded.length;
    }
    table.write(signature, 4 + i * 12, 'latin1');
    table.writeUInt32BE(places.get(data) as number, 8 + i * 12);
    table.writeUInt32BE(data.length, 12 + i * 12);
  });
  return Buffer.concat([header(offset), table, ...parts]);
}

/** The profile header (clause 6.1). */
function header(size: number): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x02400000, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  // The profile's creation date, which the header requires.
  [2026, 1, 1].forEach((value, i) => {
    bytes.writeUInt16BE(value, 24 + i * 2);
  });
  bytes.write('acsp', 36, 'latin1');
  CONNECTION_WHITE.forEach((value, i) => {
    bytes.writeInt32BE(fixed(value), 68 + i * 4);
  });
  return bytes;
}

/** Red, green and blue in the connection space: scaled so that together they make white, and adapted to its white. */
function colorants(): Triple[] {
  const tristimulus = ([x, y]: readonly [number, number]): Triple => [x / y, 1, (1 - x - y) / y];
  const [red, green, blue] = PRIMARIES.map(tristimulus) as [Triple, Triple, Triple];
  const white = tristimulus(WHITE);
  const amounts = times(inverse(transposed([red, green, blue])), white);
  const [from, to] = [times(BRADFORD, white), times(BRADFORD, CONNECTION_WHITE)];
  return [red, green, blue].map((color, i) => {
    const cones = times(BRADFORD, color.map((value) => value * (amounts[i] as number)) as unknown as Triple);
    return times(inverse(BRADFORD), [
      (cones[0] * to[0]) / from[0],
      (cones[1] * to[1]) / from[1],
      (cones[2] * to[2]) / from[2],
    ]);
  });
}

function times(matrix: Matrix, [x, y, z]: Triple): Triple {
  return matrix.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Triple;
}

function transposed(m: Matrix): Matrix {
  return [0, 1, 2].map((i) => m.map((row) => row[i])) as unknown as Matrix;
}

/** By cofactors. */
function inverse(m: Matrix): Matrix {
  const at = (row: number, column: number): number => (m[row % 3] as Triple)[column % 3] as number;
  const cofactor = (row: number, column: number): number =>
    at(row + 1, column + 1) * at(row + 2, column + 2) - at(row + 1, column + 2) * at(row + 2, column + 1);
  const determinant = [0, 1, 2].reduce((sum, column) => sum + at(0, column) * cofactor(0, column), 0);
  const rows = [0, 1, 2].map((row) => [0, 1, 2].map((column) => cofactor(column, row) / determinant));
  return rows as unknown as Matrix;
}

/** From stored value to linear light (IEC 61966-2-1 clause 5.2), the same for all three colours. */
function curveTag(): Buffer {
  const tag = Buffer.alloc(12 + CURVE_POINTS * 2);
  head('curv').copy(tag);
  tag.writeUInt32BE(CURVE_POINTS, 8);
  for (let i = 0; i < CURVE_POINTS; i++) {
    const value = i / (CURVE_POINTS - 1);
    const light = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    tag.writeUInt16BE(Math.round(light * 0xffff), 12 + i * 2);
  }
  return tag;
}

function xyzTag(values: Triple): Buffer {
  const tag = Buffer.alloc(20);
  head('XYZ ').copy(tag);
  values.forEach((value, i) => {
    tag.writeInt32BE(fixed(value), 8 + i * 4);
  });
  return tag;
}

/** textDescriptionType (clause 6.5.17): only in ASCII; Unicode and the 67 bytes of ScriptCode are empty. */
function descriptionTag(text: string): Buffer {
  const ascii = Buffer.from(`${text}\0`, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(ascii.length);
  return Buffer.concat([head('desc'), length, ascii, Buffer.alloc(8 + 3 + 67)]);
}

const head = (signature: string): Buffer => Buffer.from(`${signature}\0\0\0\0`, 'latin1');
/** s15Fixed16Number (clause 5.3.1). */
const fixed = (value: number): number => Math.round(value * 0x10000);
