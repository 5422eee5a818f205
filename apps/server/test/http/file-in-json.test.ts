import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Base64InJson, FileInJson } from '../../src/http/file-in-json.ts';

/** A JSON text in chunks that end at these places, or where they would lie beyond it at its end. */
function chunksOf(text: string, ends: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text);
  const places = [...new Set([0, ...ends.map((end) => end % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

function taken(text: string, ends: readonly number[] = []) {
  const json = new FileInJson();
  const file = chunksOf(text, ends).flatMap((chunk) => json.push(chunk));
  return { found: json.found, file: Buffer.concat(file).toString(), rest: json.rest().toString() };
}

const ends = fc.array(fc.nat({ max: 10_000 }), { maxLength: 12 });
/** JSON in which the names that matter are frequent, in places where they matter and where they do not. */
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null), fc.constant('\\"')),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.constantFrom('arquivo', 'base64', 'x'), fc.string()), tie('value'), { maxKeys: 3 }),
  ),
}));

describe('the file in a JSON text', () => {
  it('is what stands at arquivo.base64, and the rest is the text without it, however both are cut', () => {
    fc.assert(
      fc.property(anyValue, ends, (value, where) => {
        const read = (value as { arquivo?: { base64?: unknown } } | null)?.arquivo;
        const isPlain = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
        const base64 = isPlain(value) && isPlain(read) && Object.hasOwn(read as object, 'base64') ? read?.base64 : null;
        const { found, file, rest } = taken(JSON.stringify(value), where);
        expect(found).toBe(typeof base64 === 'string');
        expect(JSON.parse(`"${file}"`)).toBe(found ? base64 : '');
        const without = structuredClone(value) as { arquivo: { base64: string } };
        if (found) without.arquivo.base64 = '';
        expect(rest).toBe(JSON.stringify(without));
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['escaped names', '{"arquiv\\u006f":{"b\\u0061se64":"QQ=="}}', true],
    ['blanks', ' { "a" : [ 1 , {} ] , "arquivo" : { "b" : { } , "base64" : "QQ==" } } ', true],
    ['a list around it', '[{"arquivo":{"base64":"QQ=="}}]', false],
    ['a list in between', '{"arquivo":[{"base64":"QQ=="}]}', false],
    ['it lies deeper', '{"arquivo":{"x":{"base64":"QQ=="}}}', false],
    ['it lies elsewhere', '{"outro":{"base64":"QQ=="},"base64":"QQ=="}', false],
    ['it is a name of its own', '{"arquivo":{"x":"base64","y":"QQ=="}}', false],
  ])('is found or not where there is %s', (_, text, found) => {
    for (let end = 0; end <= text.length; end += 1) expect(taken(text, [end]).found).toBe(found);
  });

  it('is looked for in what is no JSON without a fault', () => {
    const rubbish = fc.string({
      unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', 'arquivo', 'base64', 'x'),
    });
    fc.assert(fc.property(rubbish, ends, (text, where) => void taken(text, where)));
  });

  it('is taken once: a second one stays, for the reader of the rest to refuse', () => {
    const twice = '{"arquivo":{"base64":"QQ==","base64":"Qg=="}}';
    expect(taken(twice)).toEqual({ found: true, file: 'QQ==', rest: '{"arquivo":{"base64":"","base64":"Qg=="}}' });
  });
});

/** The bytes, or null where it is not base64. */
function decoded(text: string, where: readonly number[] = []): Buffer | null {
  const base64 = new Base64InJson();
  const bytes: Buffer[] = [];
  for (const piece of chunksOf(text, where)) {
    const some = base64.push(piece);
    if (some === null) return null;
    bytes.push(some);
  }
  return base64.ended() ? Buffer.concat(bytes) : null;
}

const SPELLINGS: readonly [who: string, spell: (text: string) => string][] = [
  ['as it is', (text) => text],
  ['by PHP', (text) => text.replaceAll('/', '\\/')],
  ['by .NET', (text) => text.replaceAll('+', '\\u002B')],
  ['by somebody thorough', (text) => text.replace(/./g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)],
];

describe('base64 in a JSON text', () => {
  it.each(SPELLINGS)('written %s is decoded, however it is cut', (_, spell) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), ends, (bytes, where) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(decoded(spell(text), where)).toEqual(Buffer.from(bytes));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['a line break', 'QUJD\\nQUJD'],
    ['blanks', 'QUJD QUJD'],
    ['a prefix', 'data:application/pdf;base64,QUJD'],
    ['the alphabet of URLs', 'QU-_'],
    ['no padding', 'QQ'],
    ['half of the padding', 'QQ='],
    ['too much padding', 'QUJD===='],
    ['padding in the middle', 'QQ==QUJD'],
    ['bits that the padding leaves over', 'QR=='],
    ['a single character', 'QUJDQ'],
    ['a letter of no alphabet', 'QUJé'],
    ['an escaped quote', 'QUJ\\"'],
    ['half an escape', 'QUJ\\u00'],
    ['a backslash', 'QUJ\\\\'],
  ])('is refused with %s', (_, text) => {
    for (let end = 0; end <= text.length; end += 1) expect(decoded(text, [end])).toBeNull();
  });
});
