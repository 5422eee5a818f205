import type { PdfDocument } from '../src/core/document.ts';
import { PdfStream } from '../src/core/objects.ts';
import type { Check } from './archive-rules.ts';

/** ISO 19005-3 clauses 6.1 and 6.4.3: the byte layout of a file, and what its signatures cover. */
export function fileProblems(bytes: Uint8Array, file: PdfDocument, check: Check): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  check(/^%PDF-1\.[0-7]\n%[\x80-\xff]{4}/.test(text), '6.1.2', 'the header');
  check((file.array(file.trailer.get('ID')) ?? []).length === 2, '6.1.3', 'no file identifier');
  check(!file.trailer.has('Encrypt'), '6.1.3', 'encrypted');
  check(/%%EOF\r?\n?$/.test(text), '6.1.3', 'data after the end of the file');
  for (const [, begin] of text.matchAll(/\nxref(\s+)\d+ \d+\n/g)) check(begin === '\n', '6.1.4', 'white after xref');
  for (const [, from, first, next, rest] of text.matchAll(/\/ByteRange \[(\d+) (\d+) +(\d+) +(\d+) *\]/g)) {
    const end = Number(next) + Number(rest);
    const gap = text.slice(Number(first), Number(next));
    check(from === '0' && /^<[0-9a-f]*>$/i.test(gap), '6.4.3', 'a signature that leaves out more than itself');
    check(/%%EOF\r?\n?$/.test(text.slice(end - 7, end)), '6.4.3', 'a signature that does not cover its revision');
  }
  for (const [num, entry] of file.entries) {
    if (!entry || !('offset' in entry)) continue;
    const at = entry.offset;
    check(
      text.startsWith(`${num} ${entry.gen} obj\n`, at) && text[at - 1] === '\n',
      '6.1.9',
      `how object ${num} begins`,
    );
    const { value, end } = file.readAt(at);
    const close = text.indexOf('endobj', end - 1);
    const ends = close <= end + 1 && text.slice(close - 1, close + 7) === '\nendobj\n';
    check(ends, '6.1.9', `how object ${num} ends`);
    if (value instanceof PdfStream) streamRules(text, at, num, value, check);
  }
}

function streamRules(text: string, at: number, num: number, { dict, data }: PdfStream, check: Check): void {
  check(dict.get('Length') === data.length, '6.1.7', `the length of stream ${num}`);
  const begin = text.indexOf('\nstream\n', at) + 8;
  check(text.startsWith('\nendstream\nendobj\n', begin + data.length), '6.1.7', `how stream ${num} ends`);
}
