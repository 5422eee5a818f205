import { describe, expect, it } from 'vitest';
import { isTestAddress, isTestPhone, testPersonOf, testPhoneOf } from '../src/test-people.ts';

const DAY = 24 * 3600_000;

describe('an address of test', () => {
  it.each([
    ['assina@teste.rubrica', 'assina', 0],
    ['Assina@Teste.Rubrica', 'assina', 0],
    ['assina.ana@teste.rubrica', 'assina', 0],
    ['assina+30s@teste.rubrica', 'assina', 30_000],
    ['assina+30s.ana.lima@teste.rubrica', 'assina', 30_000],
    ['assina+5m@teste.rubrica', 'assina', 300_000],
    ['assina+2h@teste.rubrica', 'assina', 7_200_000],
    ['assina+366d@teste.rubrica', 'assina', 366 * DAY],
    ['recusa@teste.rubrica', 'recusa', 0],
    ['abre.1@teste.rubrica', 'abre', 0],
    ['ignora@teste.rubrica', 'ignora', 0],
    ['devolve@teste.rubrica', 'devolve', 0],
    ['atrasa@teste.rubrica', 'atrasa', 0],
  ])('%s is a person', (email, kind, afterMs) => {
    expect(testPersonOf(email)).toEqual({ kind, afterMs });
  });

  it.each([
    'ana@teste.rubrica',
    'assinar@teste.rubrica',
    'assina+30@teste.rubrica',
    'assina+s@teste.rubrica',
    'assina+367d@teste.rubrica',
    'recusa+30s@teste.rubrica',
    '@teste.rubrica',
  ])('%s is of the domain, and nobody', (email) => {
    expect([isTestAddress(email), testPersonOf(email)]).toEqual([true, null]);
  });

  it.each(['assina@teste.rubrica.com', 'assina@exemplo.com.br', 'assina@outroteste.rubrica', 'assina'])(
    '%s is none',
    (email) => expect([isTestAddress(email), testPersonOf(email)]).toEqual([false, null]),
  );
});

it('a phone of test is one whose area code nobody has', () => {
  expect(['+5500000000001', '+5500000000002', '+5500000000003', '+5500999999999'].map(testPhoneOf)).toEqual([
    'ACCEPTS',
    'REFUSES',
    'SILENT',
    'ACCEPTS',
  ]);
  expect(['+5511987654321', '+15005550006'].map(isTestPhone)).toEqual([false, false]);
});
