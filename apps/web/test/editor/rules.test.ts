import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkReadyToSend } from '../../../server/src/modules/documentos/rules.ts';
import { needsOf, problemsOf } from '../../painel/editor/state/rules.ts';
import { type Draft, factorsOf, isInPerson } from '../../painel/editor/state/types.ts';
import { anyDraft, draftOf, field, OPTIONS, someone } from './scenes.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const PAGES = 3;
const orNull = (text: string) => (text === '' ? null : text);

/** What the service itself says of a draft that is to be sent. */
function serviceSays({ options, parts, campos }: Draft) {
  if (!options) throw new Error('a document');
  const { prazoEm, nivelAssinatura, fatoresExigidos } = options;
  const deadline = { prazoEm: prazoEm ? new Date(prazoEm) : null, expiraEm: null };
  const draft = { ambiente: 'PRODUCAO' as const, nivelAssinatura, fatoresExigidos, ...deadline };
  const signers = parts.map((party) => ({
    ...party,
    email: orNull(party.email),
    telefone: orNull(party.telefone),
    cpf: orNull(party.cpf),
    dataNascimento: orNull(party.dataNascimento),
    fatoresExigidos: factorsOf(party, options),
    presencial: isInPerson(party),
    urlRetorno: null,
  }));
  const fields = campos.map((campo) => ({ ...campo, signatarioId: campo.holder }));
  return checkReadyToSend(draft, signers, fields, PAGES, NOW);
}

describe('what keeps a draft from being sent', () => {
  it('is what the service says, place by place', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        const ours = problemsOf(draft, PAGES, NOW)
          .filter(({ blocks }) => blocks)
          .map(({ path }) => path)
          // What the service says of a request's shape, before its rules.
          .filter((path) => path !== 'titulo' && !/\.email$/.test(path));
        const theirs = serviceSays(draft)
          .map(({ campo }) => campo)
          .filter((path) => !/\.email$/.test(path));
        expect([...new Set(ours)].sort()).toEqual([...new Set(theirs)].sort());
      }),
      { numRuns: 500 },
    );
  });

  it('says why a contact is needed', () => {
    const needs = needsOf(someone({ metodoEntrega: 'SMS', reinforcement: ['DADOS_PESSOAIS'] }), OPTIONS);
    expect([...needs]).toEqual([
      ['email', 'EMAIL'],
      ['telefone', 'ENTREGA_SMS'],
      ['cpf', 'DADOS_PESSOAIS'],
      ['dataNascimento', 'DADOS_PESSOAIS'],
    ]);
  });

  it('leads to the field and the person it is about', () => {
    const ana = someone({ email: '' });
    const wrong = field(ana.id, { tipo: 'CPF', valorPadrao: '111' });
    const spots = problemsOf(draftOf([ana], [field(ana.id), wrong]), 1, NOW).map(({ spot }) => spot);
    expect(spots).toEqual([
      { at: 'part', id: ana.id, name: 'email' },
      { at: 'campo', id: wrong.id, name: 'valorPadrao' },
    ]);
  });

  it('mentions without blocking who has nowhere to sign, and a read-only field left empty', () => {
    const [ana, bruno] = [someone(), someone({ ordem: 2, email: 'b@exemplo.com.br' })];
    const draft = draftOf([ana, bruno], [field(ana.id), field(null, { tipo: 'TEXTO' })]);
    expect(problemsOf(draft, 1, NOW).map(({ fault, blocks }) => [fault.kind, blocks])).toEqual([
      ['no-field', false],
      ['no-value', false],
    ]);
  });
});
