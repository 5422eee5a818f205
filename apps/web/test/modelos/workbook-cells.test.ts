import { describe, expect, it } from 'vitest';
import { cellText, type Format, formatOf } from '../../painel/modelos/spreadsheet/workbook-cells.ts';

/** What a cell of a workbook shows. */

const shown = (type: string, value: string, format?: Format, from1904 = false) =>
  cellText(type, value, { strings: ['Marina', ''], format, from1904 });

it.each<[string, Format]>([
  ['General', 'number'],
  ['0.00', 'number'],
  ['"R$" #,##0.00;[Red]-"R$" #,##0.00', 'number'],
  ['[$R$-416] #,##0.00', 'number'],
  ['0%', 'percent'],
  ['00000000000', { digits: 11 }],
  ['dd/mm/yyyy', 'date'],
  ['[$-416]d\\ "de"\\ mmmm\\ "de"\\ yyyy;@', 'date'],
  ['mmm', 'date'],
  ['hh:mm', 'time'],
  ['[h]:mm:ss', 'time'],
  ['dd/mm/yyyy hh:mm', 'moment'],
])('the format %s is of a %s', (code, format) => {
  expect(formatOf(code)).toEqual(format);
});

describe('a cell', () => {
  it.each<[string, string, string, Format | undefined]>([
    ['Marina', 's', '0', undefined],
    ['', 's', '9', undefined],
    ['como veio', 'str', 'como veio', undefined],
    ['VERDADEIRO', 'b', '1', undefined],
    ['FALSO', 'b', '0', undefined],
    ['01/12/2026', 'd', '2026-12-01T00:00:00', undefined],
    ['2350,5', 'n', '2350.5', undefined],
    ['0,3', 'n', '0.30000000000000004', undefined],
    ['52998224725', 'n', '5.2998224725E10', undefined],
    ['-7', 'n', '-7', undefined],
    ['12,5%', 'n', '0.125', 'percent'],
    ['01310100', 'n', '1310100', { digits: 8 }],
    ['01/12/2026', 'n', '46357', 'date'],
    ['01/03/1900', 'n', '61', 'date'],
    ['09:30', 'n', '0.395833333333333', 'time'],
    ['01/12/2026 18:00', 'n', '46357.75', 'moment'],
    ['', 'n', '', 'date'],
    ['Infinity', 'n', 'Infinity', 'date'],
  ])('shows %j', (text, type, value, format) => {
    expect(shown(type, value, format)).toBe(text);
  });

  it('counts its days from 1904 where the workbook does', () => {
    expect(shown('n', '44895', 'date', true)).toBe('01/12/2026');
  });
});
