import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { type Piece, paragraphsOf } from '../../kit/pdf/flow.ts';

const SAMPLES = join(import.meta.dirname, '../../../../packages/pdf/samples');
const SIZE = 10;
/** A stretch of text whose letters are half as wide as they are high. */
const at = (x: number, y: number, str: string, size = SIZE): Piece => ({
  str,
  transform: [size, 0, 0, size, x, y],
  width: str.length * size * 0.5,
});
/** Lines under each other, as text is set. */
const set = (x: number, y: number, ...lines: readonly string[]): Piece[] =>
  lines.map((line, index) => at(x, y - index * 14, line));

const LEFT = [
  'O locador entrega ao locatário',
  'o imóvel descrito na cláusula',
  'primeira, livre de ônus, e o',
  'locatário o recebe assim.',
];
const RIGHT = [
  'Este contrato vale por trinta',
  'meses a contar da assinatura,',
  'e renova-se por igual prazo se',
  'nenhuma das partes disser não.',
];

const CASES: readonly (readonly [string, readonly Piece[], readonly string[]])[] = [
  ['lines of a paragraph are one', set(50, 700, ...LEFT), [LEFT.join(' ')]],
  [
    'a line that ends where the next word had room ends its paragraph',
    set(50, 700, 'Curitiba, hoje', 'As partes acima qualificadas celebram o', 'presente contrato.'),
    ['Curitiba, hoje', 'As partes acima qualificadas celebram o presente contrato.'],
  ],
  [
    'a clause begins a paragraph, a number within a sentence does not',
    set(
      50,
      700,
      '1.1. O preço, segundo a proposta de nº',
      '1.234, é de dez mil reais por semestre.',
      '1.2. O pagamento é feito no quinto dia.',
    ),
    [
      '1.1. O preço, segundo a proposta de nº 1.234, é de dez mil reais por semestre.',
      '1.2. O pagamento é feito no quinto dia.',
    ],
  ],
  [
    'what is set off, or of another size, stands by itself',
    [at(50, 740, 'CONTRATO', 15), ...set(50, 700, ...LEFT), at(50, 620, 'Acrescenta-se o que segue abaixo')],
    ['CONTRATO', LEFT.join(' '), 'Acrescenta-se o que segue abaixo'],
  ],
  [
    'columns that are written one after the other stay so',
    [...set(50, 700, ...LEFT), ...set(300, 700, ...RIGHT)],
    [LEFT.join(' '), RIGHT.join(' ')],
  ],
  [
    'columns that are written across are taken apart, under what spans both',
    [
      at(50, 740, 'Um título que passa por cima de ambas as colunas do texto'),
      ...LEFT.flatMap((line, index) => [at(50, 700 - index * 14, line), at(300, 700 - index * 14, RIGHT[index] ?? '')]),
    ],
    ['Um título que passa por cima de ambas as colunas do texto', LEFT.join(' '), RIGHT.join(' ')],
  ],
  [
    'a sentence goes on at the head of the next column',
    [
      ...set(50, 700, 'O locatário paga o aluguel até', 'o quinto dia de cada mês, sob'),
      ...set(300, 700, 'pena de multa de dois por', 'cento sobre o que dever.'),
    ],
    ['O locatário paga o aluguel até o quinto dia de cada mês, sob pena de multa de dois por cento sobre o que dever.'],
  ],
  [
    'a row of a table is a row',
    [700, 686, 672, 658].flatMap((y) => [at(50, y, 'Pintura'), at(200, y, '14'), at(300, y, 'R$ 90,00')]),
    Array.from({ length: 4 }, () => 'Pintura\u200314\u2003R$ 90,00'),
  ],
  [
    'words and parts of words on a line are as far apart as they are on the page',
    [
      at(50, 700, 'Cláu'),
      at(70, 700, 'sula'),
      at(93, 700, 'um'),
      { ...at(103, 700, ' '), width: 3 },
      at(106, 700, 'dois'),
    ],
    ['Cláusula um dois'],
  ],
  [
    'a soft hyphen at the end of a line goes, any other stays',
    set(50, 700, 'A contra\u00ad', 'tada guarda-', 'chuvas vende'),
    ['A contratada guarda-chuvas vende'],
  ],
  [
    'text on its side is read along itself',
    LEFT.map((str, index) => ({ str, transform: [0, 10, -10, 0, 50 + index * 14, 80], width: str.length * 5 })),
    [LEFT.join(' ')],
  ],
  ['nothing is nothing', [at(50, 700, ''), at(50, 700, '  ')], []],
];

describe('the text of a page', () => {
  it.each(CASES)('%s', (_, pieces, paragraphs) => {
    expect(paragraphsOf(pieces)).toEqual(paragraphs);
  });

  it('of a real contract is its clauses, its table, and every letter', async () => {
    const data = new Uint8Array(readFileSync(join(SAMPLES, 'contrato-exemplo.pdf')));
    const task = getDocument({ data, verbosity: 0 });
    const pdf = await task.promise;
    const pages: string[][] = [];
    const letters = (text: string) => [...text.replace(/\s/g, '')].sort().join('');
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const { items } = await (await pdf.getPage(number)).getTextContent();
      const pieces = items.filter((item) => 'str' in item);
      const paragraphs = paragraphsOf(pieces);
      pages.push(paragraphs);
      expect(letters(paragraphs.join(''))).toBe(letters(pieces.map(({ str }) => str).join('')));
    }
    await task.destroy();
    expect(pages[0]).toContain(
      '2.2. Os chamados de emergência serão atendidos em até 4 (quatro) horas; os demais, em até 2 (dois) dias úteis.',
    );
    expect(pages[0]).toHaveLength(20);
    expect(pages[2]?.[3]).toBe(
      '2\u2003Termografia das instalações elétricas\u2003Semestral\u20031 laudo\u2003R$ 640,00',
    );
  });
});
