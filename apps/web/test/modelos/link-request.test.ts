import { describe, expect, it } from 'vitest';
import { newParty } from '../../painel/editor/state/types.ts';
import { type LinkFilling, linkChangesOf, linkRequestOf } from '../../painel/modelos/link-request.ts';

/** What the form of a public link asks of the service. */

const [visitor, company] = ['v', 'c'];
const filling: LinkFilling = {
  titulo: ' Adesão 2027 ',
  limite: '',
  expiraEm: '',
  papelId: visitor,
  persons: [
    newParty(1, { id: visitor }),
    newParty(2, { id: company, nome: 'Rui Prado', email: 'rui@exemplo.com.br', clienteId: 'contact' }),
  ],
  variaveis: { cidade: 'Curitiba' },
  prazoDias: '',
  rules: { fatoresExigidos: ['EMAIL'], ordenado: true, mensagem: '', pastaId: null, withBlanks: false },
};

describe('the request of a public link', () => {
  it('has everybody but the visitors, none of them as a contact, and nothing that was left blank', () => {
    expect(linkRequestOf(filling)).toEqual({
      titulo: 'Adesão 2027',
      papelId: visitor,
      documento: {
        variaveis: { cidade: 'Curitiba' },
        papeis: [{ papelId: company, metodoEntrega: 'EMAIL', nome: 'Rui Prado', email: 'rui@exemplo.com.br' }],
        fatoresExigidos: ['EMAIL'],
        ordenado: true,
      },
    });
  });

  it('has its limit, its end and the days to sign as numbers and a moment', () => {
    const { limite, expiraEm, documento } = linkRequestOf({
      ...filling,
      limite: '200',
      expiraEm: '2027-01-31T18:00',
      prazoDias: '15',
    });
    expect([limite, expiraEm, documento?.prazoDias]).toEqual([200, new Date('2027-01-31T18:00').toISOString(), 15]);
  });
});

describe('the change of a public link', () => {
  const before = { titulo: 'Adesão', limite: '200', expiraEm: '2027-01-31T18:00' };

  it('is only what is another now, and null for what was cleared', () => {
    expect(linkChangesOf(before, before)).toEqual({});
    expect(linkChangesOf(before, { titulo: 'Adesão 2028', limite: '', expiraEm: '' })).toEqual({
      titulo: 'Adesão 2028',
      limite: null,
      expiraEm: null,
    });
  });
});
