import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Codificacao,
  encodingOf,
  type Lido,
  ler,
  MAX_BYTES,
  MAX_LINHAS,
  type Recusa,
  SEPARADORES,
} from '../../painel/modelos/planilha/ler.ts';
import { csvDe } from '../../painel/modelos/planilha/resultado.ts';

/** Spreadsheets as they come from people's computers. */

const utf8 = (texto: string) => new TextEncoder().encode(texto);
const utf16 = (texto: string, little: boolean, mark: boolean) => {
  const units = [...(mark ? '\ufeff' : ''), ...texto].join('');
  const bytes = new DataView(new ArrayBuffer(units.length * 2));
  for (let at = 0; at < units.length; at += 1) bytes.setUint16(at * 2, units.charCodeAt(at), little);
  return new Uint8Array(bytes.buffer);
};
const latin = (texto: string) => Uint8Array.from(texto, (character) => character.charCodeAt(0));

const lida = (what: Lido | Recusa): Lido => {
  if (typeof what === 'string') throw new Error(`refused: ${what}`);
  return what;
};
const cells = (texto: string) => lida(ler(utf8(texto))).registros.map(({ celulas }) => celulas);

describe('the encoding', () => {
  const TEXT = 'nome;e-mail\nJosé Conceição;jose@exemplo.com.br\n';
  const FILES: readonly (readonly [name: string, bytes: Uint8Array, Codificacao])[] = [
    ['UTF-8', utf8(TEXT), 'utf-8'],
    ['UTF-8 with a mark', utf8(`\ufeff${TEXT}`), 'utf-8'],
    ['Windows-1252', latin(TEXT), 'windows-1252'],
    ['UTF-16 LE with a mark', utf16(TEXT, true, true), 'utf-16le'],
    ['UTF-16 BE with a mark', utf16(TEXT, false, true), 'utf-16be'],
    ['UTF-16 LE without', utf16(TEXT, true, false), 'utf-16le'],
    ['UTF-16 BE without', utf16(TEXT, false, false), 'utf-16be'],
  ];

  it.each(FILES)('%s is found, and read the same', (_name, bytes, codificacao) => {
    expect(encodingOf(bytes)).toBe(codificacao);
    const { cabecalho, registros } = lida(ler(bytes));
    expect(cabecalho).toEqual(['nome', 'e-mail']);
    expect(registros).toEqual([{ linha: 2, celulas: ['José Conceição', 'jose@exemplo.com.br'] }]);
  });

  it('may be set right by hand', () => {
    const lido = lida(ler(latin('nome;e-mail\nJos\u00e9;j@x.br'), { codificacao: 'utf-8' }));
    expect(lido.registros[0]?.celulas[0]).toBe('Jos\ufffd');
  });

  it('the curly quotes and dashes of Windows are theirs', () => {
    expect(cells('a;b')).toEqual([]);
    const lido = lida(ler(Uint8Array.from([0x61, 0x3b, 0x62, 0x0a, 0x93, 0x94, 0x3b, 0x97])));
    expect(lido.registros[0]?.celulas).toEqual(['“”', '—']);
  });
});

describe('the separator', () => {
  it.each(SEPARADORES)('%j is found though the others stand in the text', (separador) => {
    const others = SEPARADORES.filter((one) => one !== separador && one !== '\t').join(' ');
    const lido = lida(ler(utf8(`a${separador}b\n"x ${others}"${separador}y\nz${separador}w\n`)));
    expect(lido.separador).toBe(separador);
    expect(lido.registros.map(({ celulas }) => celulas.length)).toEqual([2, 2]);
  });

  it('is the one Excel names in its own line, which counts as a line', () => {
    const lido = lida(ler(utf8('sep=,\nnome,valor\nAna,"1;2"\n')));
    expect(lido.separador).toBe(',');
    expect(lido.registros).toEqual([{ linha: 3, celulas: ['Ana', '1;2'] }]);
  });

  it('amounts with commas do not make a comma of it', () => {
    const lido = lida(ler(utf8('nome;valor\nAna;2.350,00\nBruno;1.980,50\n')));
    expect([lido.separador, lido.registros.length]).toEqual([';', 2]);
  });

  it('one column alone is read as one', () => {
    expect(lida(ler(utf8('e-mail\nana@exemplo.com.br\n'))).registros).toEqual([
      { linha: 2, celulas: ['ana@exemplo.com.br'] },
    ]);
  });
});

describe('quotes, line ends and empty places', () => {
  it('text goes on over lines, and the lines after it keep their numbers', () => {
    const { registros } = lida(ler(utf8('nome;endereco\r\nAna;"Rua A\r\nFundos"\r\n\r\nBruno;Rua B')));
    expect(registros).toEqual([
      { linha: 2, celulas: ['Ana', 'Rua A\nFundos'] },
      { linha: 5, celulas: ['Bruno', 'Rua B'] },
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
    const lido = lida(ler(utf8('a;b;;\n1;2;;\n3;;;\n')));
    expect(lido.cabecalho).toEqual(['a', 'b']);
    expect(lido.registros.map(({ celulas }) => celulas)).toEqual([
      ['1', '2'],
      ['3', ''],
    ]);
  });
});

describe('broken lines', () => {
  it('are told by their number and what they have, and those between are read', () => {
    const lido = lida(ler(utf8('a;b;c\n1;2;3\n1;2\n1;2;3;4\n"x\ny";2;3\n')));
    expect(lido.quebradas).toEqual([
      { linha: 3, por: 'colunas', colunas: 2 },
      { linha: 4, por: 'colunas', colunas: 4 },
    ]);
    expect(lido.registros.map(({ linha }) => linha)).toEqual([2, 5]);
  });

  it('a quote that does not close takes its own line with it and no other', () => {
    const lido = lida(ler(utf8('a;b\n1;2\n"Ana;3\n4;5\n6;7\n')));
    expect(lido.quebradas).toEqual([{ linha: 3, por: 'aspas', colunas: 0 }]);
    expect(lido.registros.map(({ linha, celulas }) => [linha, ...celulas])).toEqual([
      [2, '1', '2'],
      [4, '4', '5'],
      [5, '6', '7'],
    ]);
  });

  it('a quote in the middle of quoted text breaks its line alone', () => {
    const lido = lida(ler(utf8('a;b\n"Ana" Silva;2\n3;4\n')));
    expect(lido.quebradas.map(({ linha, por }) => [linha, por])).toEqual([[2, 'aspas']]);
    expect(lido.registros.map(({ linha }) => linha)).toEqual([3]);
  });

  it('a file of nothing but quotes ends soon', () => {
    const started = Date.now();
    const lido = lida(ler(utf8(`a;b\n${'"x;\n'.repeat(200_000)}`)));
    expect(lido.cortada).toBe(true);
    expect(Date.now() - started).toBeLessThan(5_000);
  });

  it('records over many windows of the reader keep their numbers', () => {
    const long = `"${'x\n'.repeat(500)}y";2\n`;
    const lido = lida(ler(utf8(`a;b\n${long.repeat(200)}3;4\n`)));
    expect(lido.registros.length).toBe(201);
    expect(lido.registros.at(-1)).toEqual({ linha: 2 + 200 * 501, celulas: ['3', '4'] });
    expect(lido.quebradas).toEqual([]);
  });
});

describe('what is not read', () => {
  it.each([
    ['an Excel file', latin('PK\u0003\u0004 e mais nada'), 'excel'],
    ['a picture', latin('\u0089PNG\r\n\u001a\n\u0000\u0001\u0000 e mais'), 'binario'],
    ['an empty file', utf8(''), 'vazia'],
    ['blanks', utf8(' \n\n \n'), 'vazia'],
    ['too much', new Uint8Array(MAX_BYTES + 1), 'grande'],
  ] as const)('%s', (_name, bytes, recusa) => {
    expect(ler(bytes)).toBe(recusa);
  });

  it(`lines past the first ${MAX_LINHAS}`, () => {
    const exact = lida(ler(utf8(`a;b\n${'1;2\n'.repeat(MAX_LINHAS)}`)));
    expect([exact.registros.length, exact.cortada]).toEqual([MAX_LINHAS, false]);
    const over = lida(ler(utf8(`a;b\n${'1;2\n'.repeat(MAX_LINHAS + 1)}`)));
    expect([over.registros.length, over.cortada]).toEqual([MAX_LINHAS, true]);
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
        fc.constantFrom(...SEPARADORES),
        (rows, separador) => {
          const texto = csvDe([['primeira', 'segunda'], ...rows], separador);
          const lido = lida(ler(utf8(texto), { separador }));
          const expected = rows.map((row) => row.map(tidy)).filter((row) => row.some((value) => value !== ''));
          expect(lido.registros.map(({ celulas }) => celulas)).toEqual(expected);
          expect(lido.quebradas).toEqual([]);
          for (const line of texto.split('\n')) expect(line).not.toMatch(/^[=+@]/);
        },
      ),
      { numRuns: 600 },
    );
  });

  it('no bytes make it fail or go on for ever', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const lido = ler(bytes);
        if (typeof lido === 'string') return;
        const lines = [...lido.registros, ...lido.quebradas].map(({ linha }) => linha);
        expect(new Set(lines).size).toBe(lines.length);
        expect(lido.registros.every(({ celulas }) => celulas.length === lido.cabecalho.length)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
