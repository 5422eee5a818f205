import { operatorsOf } from '../content-operators.ts';
import { qpdf } from './soundness.ts';

/**
 * The structure of a tagged file from the objects qpdf reads: elements, and the text of their marked content, according
 * to the glyphs' ToUnicode maps (ISO 32000-2, 14.7 and 9.10.3).
 */

/** A value of qpdf's JSON (version 2): names begin with `/`, references are `12 0 R`, texts `u:…`, bytes `b:…`. */
type Value = null | boolean | number | string | readonly Value[] | Dict;
interface Dict {
  readonly [name: string]: Value | undefined;
}
interface Stream {
  readonly dict: Dict;
  readonly data: Buffer;
}

const isDict = (value: unknown): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('data' in value);
const isList = (value: unknown): value is readonly Value[] => Array.isArray(value);

type Objects = Readonly<Record<string, { value?: Value; stream?: { dict: Dict; data?: string } }>>;

class File {
  readonly #objects: Objects;
  readonly root: Dict;

  constructor(json: string) {
    const { qpdf } = JSON.parse(json) as { qpdf: [unknown, Objects] };
    this.#objects = qpdf[1];
    const trailer = this.#objects.trailer?.value;
    this.root = this.dict(isDict(trailer) ? trailer['/Root'] : undefined);
  }

  get(value: Value | undefined): Value | Stream {
    if (typeof value !== 'string' || !/^\d+ \d+ R$/.test(value)) return value ?? null;
    const { stream, value: direct } = this.#objects[`obj:${value}`] ?? {};
    return stream ? { dict: stream.dict, data: Buffer.from(stream.data ?? '', 'base64') } : (direct ?? null);
  }

  dict(value: Value | undefined): Dict {
    const found = this.get(value);
    if (isDict(found)) return found;
    return typeof found === 'object' && found !== null && 'data' in found ? (found as Stream).dict : {};
  }

  list(value: Value | undefined): readonly Value[] {
    const found = this.get(value);
    return isList(found) ? found : found === null ? [] : [found as Value];
  }

  stream(value: Value | undefined): Stream | null {
    const found = this.get(value);
    return typeof found === 'object' && found !== null && 'data' in found ? (found as Stream) : null;
  }
}

/** Codes of a font and the text they stand for, by its ToUnicode map; a simple font without one uses Latin. */
function wordsOf(file: File, font: Dict): (code: Buffer) => string {
  const map = file.stream(font['/ToUnicode'])?.data.toString('latin1');
  const text = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  const known = new Map<number, string>();
  for (const [, block = ''] of (map ?? '').matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, code = '', word = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>/g))
      known.set(parseInt(code, 16), text(word));
  }
  for (const [, block = ''] of (map ?? '').matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', to = '', word = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const first = parseInt(from, 16);
      for (let code = first; code <= parseInt(to, 16); code += 1) {
        known.set(code, String.fromCodePoint((text(word).codePointAt(0) ?? 0) + code - first));
      }
    }
  }
  const size = font['/Subtype'] === '/Type0' ? 2 : 1;
  return (codes) => {
    let said = '';
    for (let at = 0; at + size <= codes.length; at += size) {
      const code = codes.readUIntBE(at, size);
      said += known.get(code) ?? (size === 1 ? String.fromCharCode(code) : '');
    }
    return said;
  };
}

/** The bytes of the strings in an operand: `<0041>`, `(a)`, `[<0041> 12 (a)]`. */
const bytesIn = (operand: string): Buffer =>
  Buffer.concat(
    [...operand.matchAll(/<([0-9A-Fa-f\s]*)>|\(((?:\\.|[^\\()])*)\)/g)].map(([, hex, plain = '']) =>
      hex === undefined ? Buffer.from(plain, 'latin1') : Buffer.from(hex.replace(/\s/g, ''), 'hex'),
    ),
  );

/** The text of each piece of marked content of a page or a form, by its number. */
function markedText(file: File, content: Buffer, resources: Dict): Map<number, string> {
  const fonts = file.dict(resources['/Font']);
  const texts = new Map<number, string>();
  const open: (number | null)[] = [];
  let words = (codes: Buffer) => codes.toString('latin1');
  for (const { name, operands } of operatorsOf(content.toString('latin1'))) {
    if (name === 'BDC' || name === 'BMC') {
      const [, number] = /\/MCID (\d+)/.exec(operands[1] ?? '') ?? [];
      open.push(number === undefined ? null : Number(number));
    } else if (name === 'EMC') open.pop();
    else if (name === 'Tf') words = wordsOf(file, file.dict(fonts[operands[0] ?? '']));
    else if (/^(Tj|TJ|'|")$/.test(name)) {
      const within = open.findLast((one) => one !== null);
      if (within === null || within === undefined) continue;
      texts.set(within, (texts.get(within) ?? '') + words(bytesIn(operands.at(-1) ?? '')));
    }
  }
  return texts;
}

/** @returns one line per element, indented by two for each level, with its text in quotes below it */
export async function structureByQpdf(bytes: Uint8Array): Promise<string> {
  const { output } = await qpdf(bytes, '--json=2', '--json-stream-data=inline', '--decode-level=all');
  const file = new File(output.slice(output.indexOf('{')));
  const known = new Map<string, Map<number, string>>();
  const textIn = (place: Value | undefined, number: number): string => {
    const key = String(place);
    const form = file.stream(place);
    const dict = form?.dict ?? file.dict(place);
    const content = () =>
      form?.data ?? Buffer.concat(file.list(dict['/Contents']).map((one) => file.stream(one)?.data ?? Buffer.alloc(0)));
    const texts = known.get(key) ?? markedText(file, content(), file.dict(dict['/Resources']));
    known.set(key, texts);
    return texts.get(number) ?? '';
  };
  const lines: string[] = [];
  function walk(value: Value, depth: number, page: Value | undefined): void {
    const element = file.dict(value);
    const indent = '  '.repeat(depth);
    const own = element['/Pg'] ?? page;
    lines.push(`${indent}${String(element['/S']).slice(1)}`);
    let said = '';
    const tell = () => {
      if (said !== '') lines.push(`${indent}  "${said}"`);
      said = '';
    };
    for (const kid of file.list(element['/K'])) {
      const item = file.get(kid);
      if (typeof item === 'number') said += textIn(own, item);
      else if (isDict(item) && item['/Type'] === '/MCR') {
        said += textIn(item['/Stm'] ?? item['/Pg'] ?? own, Number(item['/MCID']));
      } else {
        tell();
        if (isDict(item) && item['/Type'] === '/OBJR') lines.push(`${indent}  Object`);
        else walk(kid, depth + 1, own);
      }
    }
    tell();
  }
  for (const kid of file.list(file.dict(file.root['/StructTreeRoot'])['/K'])) walk(kid, 0, undefined);
  return lines.join('\n');
}
