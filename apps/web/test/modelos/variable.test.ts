import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doubtful, inWords, type Kind, kindOf, masked, tidied } from '../../painel/modelos/variable.ts';

/** What a variable is for, told from its name. */

const KINDS: readonly Kind[] = ['texto', 'cpf', 'cnpj', 'cpf-cnpj', 'data', 'valor', 'email', 'telefone', 'cep'];

describe('a name', () => {
  it.each([
    ['cpf', 'cpf'],
    ['CPF_locatario', 'cpf'],
    ['cpf_ou_cnpj', 'cpf-cnpj'],
    ['empresa.cnpj', 'cnpj'],
    ['data_inicio', 'data'],
    ['dataInicio', 'data'],
    ['valor_aluguel', 'valor'],
    ['preço', 'valor'],
    ['valor_por_extenso', 'texto'],
    ['e-mail', 'email'],
    ['celular2', 'telefone'],
    ['cep', 'cep'],
    ['recepcao', 'texto'],
    ['banco_de_dados', 'texto'],
    ['', 'texto'],
  ] as const)('%s is %s', (nome, kind) => {
    expect(kindOf(nome)).toBe(kind);
  });

  it('is read as people write', () => {
    expect(inWords('nome_do_cliente')).toBe('Nome do cliente');
    expect(inWords('cpf-socio.1')).toBe('CPF socio 1');
    expect(inWords('___')).toBe('___');
  });
});

describe('a mask', () => {
  it('puts separators in as one types, and leaves other text alone', () => {
    expect(masked('cpf', '5299822')).toBe('529.982.2');
    expect(masked('cpf', 'isento')).toBe('isento');
    expect(masked('cpf-cnpj', '11222333000181')).toBe('11.222.333/0001-81');
    expect(masked('data', '0112')).toBe('01/12');
    expect(masked('data', '1º de dezembro de 2026')).toBe('1º de dezembro de 2026');
    expect(masked('cep', '80010000')).toBe('80010-000');
  });

  it('put on twice is the same as put on once', () => {
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), fc.string({ maxLength: 30 }), (kind, text) => {
        const once = masked(kind, text);
        expect(masked(kind, once)).toBe(once);
        const tidy = tidied(kind, text);
        expect(tidied(kind, tidy)).toBe(tidy);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('what a spreadsheet made of a value', () => {
  it.each([
    ['cpf', '1234567890', '012.345.678-90'],
    ['cpf', '123', '123'],
    ['data', '2026-12-01', '01/12/2026'],
    ['valor', '2350', '2.350,00'],
    ['valor', '1980,5', '1.980,50'],
    ['valor', 'R$ 2350', 'R$ 2.350,00'],
    ['valor', '2.350,00', '2.350,00'],
    ['valor', '2350.5', '2350.5'],
    ['texto', ' como está ', ' como está '],
  ] as const)('%s %s is %s again', (kind, given, wanted) => {
    expect(tidied(kind, given)).toBe(wanted);
  });
});

describe('a doubt', () => {
  it.each([
    ['cpf', '529.982.247-25', false],
    ['cpf', '529.982.247-26', true],
    ['cpf-cnpj', '11.222.333/0001-81', false],
    ['data', '31/02/2026', true],
    ['data', '29/02/2028', false],
    ['data', 'a combinar', false],
    ['email', 'ana', true],
    ['valor', 'a combinar', true],
    ['cep', '80010-00', true],
    ['cpf', '', false],
  ] as const)('%s %s: %s', (kind, texto, wanted) => {
    expect(doubtful(kind, texto)).toBe(wanted);
  });
});
