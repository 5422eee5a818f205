import { describe, expect, it } from 'vitest';
import { askedFor, filtersOf, isFiltered, NO_FILTERS, ordersUnder, queryOf } from '../../painel/documentos/filters.ts';

/** What the list shows, as its address has it and as the service is asked for it. */

const of = (query: string) => filtersOf(new URLSearchParams(query));
const PASTA = '0190b1a2-0000-7000-8000-000000000001';

describe('an address', () => {
  it.each([
    '',
    'estado=RASCUNHO&busca=aditivo',
    `pasta=${PASTA}&periodo=7`,
    'periodo=30&ordem=atualizadoEm',
    'de=2026-11-01&ate=2026-11-30&ordem=finalizadoEm',
    'ate=2026-11-30',
  ])('%j comes back as it was', (query) => {
    expect(queryOf(of(query)).toString()).toBe(query);
  });

  it.each(['estado=NADA', 'pasta=../x', 'periodo=8', 'de=ontem', 'de=2026-13-45', 'ordem=titulo'])(
    '%j names no filter',
    (query) => {
      expect(of(query)).toEqual(NO_FILTERS);
      expect(isFiltered(of(query))).toBe(false);
    },
  );
});

describe('orders', () => {
  it.each([
    ['', 'criadoEm atualizadoEm finalizadoEm'],
    ['busca=x&periodo=7', 'criadoEm atualizadoEm finalizadoEm'],
    ['estado=ASSINADO', 'criadoEm finalizadoEm'],
    ['estado=RASCUNHO', 'criadoEm'],
    [`pasta=${PASTA}`, 'criadoEm'],
  ])('under %j: %s, which an index serves', (query, names) => {
    expect(ordersUnder(of(query)).join(' ')).toBe(names);
  });

  it('that are not offered are not gone by either', () => {
    expect(of('estado=RASCUNHO&ordem=atualizadoEm').order).toBe('criadoEm');
  });
});

describe('what is asked for', () => {
  const NOON = new Date(2026, 10, 23, 12);
  const at = (...day: [number, number, number]) => new Date(...day).toISOString();

  it('are the days of whoever looks, of the instant that the list goes by', () => {
    expect(askedFor(of('periodo=1'), NOON)).toEqual({ criadoDesde: at(2026, 10, 23) });
    expect(askedFor(of('periodo=7&ordem=atualizadoEm'), NOON)).toEqual({
      atualizadoDesde: at(2026, 10, 17),
      ordenarPor: 'atualizadoEm',
    });
    expect(askedFor(of('de=2026-11-01&ate=2026-11-30&ordem=finalizadoEm'), NOON)).toEqual({
      finalizadoDesde: at(2026, 10, 1),
      finalizadoAte: new Date(new Date(2026, 11, 1).getTime() - 1).toISOString(),
      ordenarPor: 'finalizadoEm',
    });
  });
});
