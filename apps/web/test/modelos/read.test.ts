import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Encoding,
  encodingOf,
  MAX_BYTES,
  MAX_LINES,
  type ReadItem,
  type Refusal,
  readSpreadsheet,
  SEPARATORS,
} from '../../painel/modelos/spreadsheet/read.ts';
import { csvOf } from '../../painel/modelos/spreadsheet/result.ts';

/** Spreadsheets as they come from people's computers. */

const utf8 = (texto: string) => new TextEncoder().encode(texto);
const utf16 = (texto: string, little: boolean, mark: boolean) => {
  const units = [...(mark ? '\ufeff' : ''), ...texto].join('');
  const bytes = new DataView(new ArrayBuffer(units.length * 2));
  for (let at = 0; at < units.length; at += 1) bytes.setUint16(at * 2, units.charCodeAt(at), little);
  return new Uint8Array(bytes.buffer);
};
const latin = (texto: string) => Uint8Array.from(texto, (character) => character.charCodeAt(0));

const read = (what: ReadItem | Refusal): ReadItem => {
  if (typeof what === 'string') throw new Error(`refused: ${what}`);
  return what;
};
const cells = (texto: string) => read(readSpreadsheet(utf8(texto))).recordRows.map(({ gridCells }) => gridCells);

describe('the encoding', () => {
  const TEXT = 'nome;e-mail\nJosé Conceição;jose@exemplo.com.br\n';
  const FILES: readonly (readonly [name: string, bytes: Uint8Array, Encoding])[] = [
    ['UTF-8', utf8(TEXT), 'utf-8'],
    ['UTF-8 with a mark', utf8(`\ufeff${TEXT}`), 'utf-8'],
    ['Windows-1252', latin(TEXT), 'windows-1252'],
    ['UTF-16 LE with a mark', utf16(TEXT, true, true), 'utf-16le'],
    ['UTF-16 BE with a mark', utf16(TEXT, false, true), 'utf-16be'],
    ['UTF-16 LE without', utf16(TEXT, true, false), 'utf-16le'],
    ['UTF-16 BE without', utf16(TEXT, false, false), 'utf-16be'],
  ];

  it.each(FILES)('%s is found, and read the same', (_name, bytes, encoding) => {
    expect(encodingOf(bytes)).toBe(encoding);
    const { header, recordRows } = read(readSpreadsheet(bytes));
    expect(header).toEqual(['nome', 'e-mail']);
    expect(recordRows).toEqual([{ linha: 2, gridCells: ['José Conceição', 'jose@exemplo.com.br'] }]);
  });

  it('may be set right by hand', () => {
    const readItem = read(readSpreadsheet(latin('nome;e-mail\nJos\u00e9;j@x.br'), { encoding: 'utf-8' }));
    expect(readItem.recordRows[0]?.gridCells[0]).toBe('Jos\ufffd');
  });

  it('the curly quotes and dashes of Windows are theirs', () => {
    expect(cells('a;b')).toEqual([]);
    const readItem = read(readSpreadsheet(Uint8Array.from([0x61, 0x3b, 0x62, 0x0a, 0x93, 0x94, 0x3b, 0x97])));
    expect(readItem.recordRows[0]?.gridCells).toEqual(['“”', '—']);
  });
});

describe('the separator', () => {
  it.each(SEPARATORS)('%j is found though the others stand in the text', (separator) => {
    const others = SEPARATORS.filter((one) => one !== separator && one !== '\t').join(' ');
    const readItem = read(readSpreadsheet(utf8(`a${separator}b\n"x ${others}"${separator}y\nz${separator}w\n`)));
    expect(readItem.separator).toBe(separator);
    expect(readItem.recordRows.map(({ gridCells }) => gridCells.length)).toEqual([2, 2]);
  });

  it('is the one Excel names in its own line, which counts as a line', () => {
    const readItem = read(readSpreadsheet(utf8('sep=,\nnome,valor\nAna,"1;2"\n')));
    expect(readItem.separator).toBe(',');
    expect(readItem.recordRows).toEqual([{ linha: 3, gridCells: ['Ana', '1;2'] }]);
  });

  it('amounts with commas do not make a comma of it', () => {
    const readItem = read(readSpreadsheet(utf8('nome;valor\nAna;2.350,00\nBruno;1.980,50\n')));
    expect([readItem.separator, readItem.recordRows.length]).toEqual([';', 2]);
  });

  it('one column alone is read as one', () => {
    expect(read(readSpreadsheet(utf8('e-mail\nana@exemplo.com.br\n'))).recordRows).toEqual([
      { linha: 2, gridCells: ['ana@exemplo.com.br'] },
    ]);
  });
});

describe('quotes, line ends and empty places', () => {
  it('text goes on over lines, and the lines after it keep their numbers', () => {
    const { recordRows } = read(readSpreadsheet(utf8('nome;endereco\r\nAna;"Rua A\r\nFundos"\r\n\r\nBruno;Rua B')));
    expect(recordRows).toEqual([
      { linha: 2, gridCells: ['Ana', 'Rua A\nFundos'] },
      { linha: 5, gridCells: ['Bruno', 'Rua B'] },
    ]);
  });

  it.each(['\n', '\r\n', '\r'])('line ends %j', (end) => {
    expect(cells(['a;b', '1;2', '3;4'].join(end))).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
  });

  it('blanks round a value, marks without width, and the mark against formulas come off', () => {
    expect(cells("a;b;c\n \u00a0x\u200b ;'+5511987654321;'texto'\n")).toEqual([['x', '+5511987654321', "'texto'"]]);
  });

  it('empty columns at the end, as spreadsheet programs leave them, are none', () => {
    const readItem = read(readSpreadsheet(utf8('a;b;;\n1;2;;\n3;;;\n')));
    expect(readItem.header).toEqual(['a', 'b']);
    expect(readItem.recordRows.map(({ gridCells }) => gridCells)).toEqual([
      ['1', '2'],
      ['3', ''],
    ]);
  });
});

describe('broken lines', () => {
  it('are told by their number and what they have, and those between are read', () => {
    const readItem = read(readSpreadsheet(utf8('a;b;c\n1;2;3\n1;2\n1;2;3;4\n"x\ny";2;3\n')));
    expect(readItem.brokenOnes).toEqual([
      { linha: 3, why: 'columns', columns: 2 },
      { linha: 4, why: 'columns', columns: 4 },
    ]);
    expect(readItem.recordRows.map(({ linha }) => linha)).toEqual([2, 5]);
  });

  it('a quote that does not close takes its own line with it and no other', () => {
    const readItem = read(readSpreadsheet(utf8('a;b\n1;2\n"Ana;3\n4;5\n6;7\n')));
    expect(readItem.brokenOnes).toEqual([{ linha: 3, why: 'quotes', columns: 0 }]);
    expect(readItem.recordRows.map(({ linha, gridCells }) => [linha, ...gridCells])).toEqual([
      [2, '1', '2'],
      [4, '4', '5'],
      [5, '6', '7'],
    ]);
  });

  it('a quote in the middle of quoted text breaks its line alone', () => {
    const readItem = read(readSpreadsheet(utf8('a;b\n"Ana" Silva;2\n3;4\n')));
    expect(readItem.brokenOnes.map(({ linha, why }) => [linha, why])).toEqual([[2, 'quotes']]);
    expect(readItem.recordRows.map(({ linha }) => linha)).toEqual([3]);
  });

  // Were every quote looked for to the end of the file, this would take longer than any test is given.
  it('a file of nothing but quotes ends soon', () => {
    const readItem = read(readSpreadsheet(utf8(`a;b\n${'"x;\n'.repeat(400_000)}`)));
    expect(readItem.cut).toBe(true);
  });

  it('records over many windows of the reader keep their numbers', () => {
    const long = `"${'x\n'.repeat(500)}y";2\n`;
    const readItem = read(readSpreadsheet(utf8(`a;b\n${long.repeat(200)}3;4\n`)));
    expect(readItem.recordRows.length).toBe(201);
    expect(readItem.recordRows.at(-1)).toEqual({ linha: 2 + 200 * 501, gridCells: ['3', '4'] });
    expect(readItem.brokenOnes).toEqual([]);
  });
});

describe('what is not read', () => {
  it.each([
    ['an Excel file', latin('PK\u0003\u0004 e mais nada'), 'excel'],
    ['a picture', latin('\u0089PNG\r\n\u001a\n\u0000\u0001\u0000 e mais'), 'binary'],
    ['an empty file', utf8(''), 'blank'],
    ['blanks', utf8(' \n\n \n'), 'blank'],
    ['too much', new Uint8Array(MAX_BYTES + 1), 'tooLarge'],
  ] as const)('%s', (_name, bytes, recusa) => {
    expect(readSpreadsheet(bytes)).toBe(recusa);
  });

  it(`lines past the first ${MAX_LINES}`, () => {
    const exact = read(readSpreadsheet(utf8(`a;b\n${'1;2\n'.repeat(MAX_LINES)}`)));
    expect([exact.recordRows.length, exact.cut]).toEqual([MAX_LINES, false]);
    const over = read(readSpreadsheet(utf8(`a;b\n${'1;2\n'.repeat(MAX_LINES + 1)}`)));
    expect([over.recordRows.length, over.cut]).toEqual([MAX_LINES, true]);
  });
});

describe('whatever it holds', () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/[\0\r]/g, ' '));
  const hostile = fc.constantFrom(
    '=1+1',
    '@SUM(A1)',
    '"',
    '""',
    ';',
    ',',
    'a\nb',
    "'x",
    '\t',
    '-1',
    '+55',
    ' "x" ',
    '＝1',
    ' =1',
    "'＋",
  );

  const blanks = /^[\s\u200b\ufeff]+|[\s\u200b\ufeff]+$/g;
  const tidy = (value: string) => {
    const text = value.replace(blanks, '');
    return /^'\s*[=+\-@＝＋－＠]/.test(text) ? text.slice(1).replace(blanks, '') : text;
  };

  it('what is written is read again, each record at its line, no cell a formula', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.oneof(cell, hostile), { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(...SEPARATORS),
        (rows, separator) => {
          const texto = csvOf([['primeira', 'segunda'], ...rows], separator);
          const readItem = read(readSpreadsheet(utf8(texto), { separator }));
          const expected = rows.map((row) => row.map(tidy)).filter((row) => row.some((value) => value !== ''));
          expect(readItem.recordRows.map(({ gridCells }) => gridCells)).toEqual(expected);
          expect(readItem.brokenOnes).toEqual([]);
          for (const line of texto.split('\n')) expect(line).not.toMatch(/^[=+@]/);
        },
      ),
      { numRuns: 600 },
    );
  });

  it('no bytes make it fail or go on for ever', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const readItem = readSpreadsheet(bytes);
        if (typeof readItem === 'string') return;
        const lines = [...readItem.recordRows, ...readItem.brokenOnes].map(({ linha }) => linha);
        expect(new Set(lines).size).toBe(lines.length);
        expect(readItem.recordRows.every(({ gridCells }) => gridCells.length === readItem.header.length)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
