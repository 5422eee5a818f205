import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDocument, checkFields, checkSigner } from '../../../server/src/modules/documentos/rules.ts';
import { holdsBack, type Operation, planOf, sameFields, takeable } from '../../painel/editor/saving/plan.ts';
import { type Draft, factorsOf, isInPerson, type Options, type Party } from '../../painel/editor/state/types.ts';
import { anyDraft, draftOf, field, someone } from './scenes.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const PAGES = 4;
const orNull = (text: string | null | undefined) => (text ? text : null);

const optionsOf = (draft: Draft): Options => {
  if (!draft.options) throw new Error('a document');
  return draft.options;
};

/** What the service's own rules say of a draft, as it stands. */
function wrongWith(draft: Draft): string[] {
  const options = optionsOf(draft);
  const document = {
    ambiente: 'PRODUCAO' as const,
    nivelAssinatura: options.nivelAssinatura,
    fatoresExigidos: options.fatoresExigidos,
    prazoEm: null,
    expiraEm: null,
  };
  const signers = draft.parts.map((party) => ({
    ...party,
    email: orNull(party.email),
    telefone: orNull(party.telefone),
    cpf: orNull(party.cpf),
    dataNascimento: orNull(party.dataNascimento),
    fatoresExigidos: factorsOf(party, options),
    presencial: isInPerson(party),
    urlRetorno: null,
  }));
  const fields = draft.campos.map((campo) => ({ ...campo, signatarioId: campo.holder }));
  return [
    ...checkDocument(document, NOW),
    ...signers.flatMap((signer, index) => checkSigner(signer, document, `signatarios[${index}]`, NOW)),
    ...checkFields(fields, signers, PAGES),
    ...signers.flatMap(({ email }) => (email === 'ana@' ? [{ campo: 'email', mensagem: '' }] : [])),
  ].map(({ campo }) => campo);
}

/** What the service makes of a request, by its rules. */
function apply(draft: Draft, operation: Operation): Draft {
  const options = optionsOf(draft);
  const partyOf = (party: Party, body: Extract<Operation, { op: 'alterarSignatario' }>['body']): Party => ({
    ...party,
    email: body.email ?? '',
    telefone: body.telefone ?? '',
    cpf: body.cpf ?? '',
    dataNascimento: body.dataNascimento ?? '',
    reinforcement: (body.fatoresExigidos ?? []).filter((fator) => !options.fatoresExigidos.includes(fator)),
  });
  switch (operation.op) {
    case 'excluirSignatario':
      return {
        ...draft,
        parts: draft.parts.filter(({ id }) => id !== operation.id),
        campos: draft.campos.filter(({ holder }) => holder !== operation.id),
      };
    case 'criarSignatario':
      return {
        ...draft,
        parts: [...draft.parts, partyOf(operation.party, operation.body)],
        // As the service does: whoever comes takes over what nobody owned and somebody has to draw.
        campos: draft.campos.map((one) =>
          one.holder === null && one.tipo === 'ASSINATURA' ? { ...one, holder: operation.party.id } : one,
        ),
      };
    case 'alterarSignatario': {
      const given = operation.body.fatoresExigidos ?? options.fatoresExigidos;
      expect(options.fatoresExigidos.every((fator) => given.includes(fator))).toBe(true);
      const next = partyOf(operation.party, operation.body);
      return { ...draft, parts: draft.parts.map((party) => (party.id === next.id ? next : party)) };
    }
    case 'alterarDocumento': {
      const body = Object.fromEntries(Object.entries(operation.body).map(([name, value]) => [name, value ?? '']));
      const next = { ...options, ...body, lembrete: operation.body.lembrete ?? options.lembrete } as Options;
      if (operation.body.lembrete === null) (next as { lembrete: null }).lembrete = null;
      if (operation.body.modeloEmailId === null) (next as { modeloEmailId: null }).modeloEmailId = null;
      // Factors given to a person stay theirs; what was the document's goes with it.
      const parts = draft.parts.map((party) => ({
        ...party,
        reinforcement: factorsOf(party, options).filter((fator) => !next.fatoresExigidos.includes(fator)),
      }));
      return { ...draft, options: next, parts };
    }
    case 'definirCampos':
      return { ...draft, campos: [...operation.campos] };
  }
}

/** Follows plans as the queue does: one request, then a new plan. */
function follow(server: Draft, target: Draft, each: (draft: Draft) => void): Draft {
  let now = server;
  for (let turn = 0; turn < 40; turn += 1) {
    const [next] = planOf(now, target, NOW);
    if (!next) return now;
    now = apply(now, next);
    each(now);
  }
  throw new Error(`no end: ${JSON.stringify(planOf(now, target, NOW)[0])}`);
}

const EMPTY = draftOf([], []);
const sane = (draft: Draft) => follow(EMPTY, draft, () => {});

describe('the way from what the service has to what the editor shows', () => {
  it('leads through states the service takes, each of them, and ends', () => {
    fc.assert(
      fc.property(anyDraft, anyDraft, (one, other) => {
        follow(sane(one), other, (draft) => expect(wrongWith(draft)).toEqual([]));
      }),
      { numRuns: 400 },
    );
  });

  it('ends at everything the service takes', () => {
    fc.assert(
      fc.property(anyDraft, anyDraft, (one, other) => {
        const end = follow(sane(one), other, () => {});
        const goal = takeable(end, other, NOW);
        const people = (draft: Draft) =>
          draft.parts
            .map((party) => [
              party.id,
              party.email,
              party.telefone,
              party.nome,
              [...factorsOf(party, optionsOf(draft))].sort(),
            ])
            .sort((a, b) => String(a[0]).localeCompare(String(b[0])));
        expect(people(end)).toEqual(people(goal));
        expect(sameFields(end.campos, goal.campos)).toBe(true);
        expect(optionsOf(end).titulo).toBe(optionsOf(goal).titulo);
      }),
      { numRuns: 400 },
    );
  });

  it('is empty where nothing changed', () => {
    const ana = someone();
    const draft = draftOf([ana], [field(ana.id)]);
    expect(planOf(draft, draft, NOW)).toEqual([]);
    expect(holdsBack(draft, draft, NOW)).toBe(false);
  });

  it('does not send somebody who lacks what they need, nor their fields, and says so', () => {
    const ana = someone();
    const nobody = someone({ email: '', ordem: 2 });
    const target = draftOf([ana, nobody], [field(ana.id), field(nobody.id)]);
    const plan = planOf(EMPTY, target, NOW);
    expect(plan.map(({ op }) => op)).toEqual(['criarSignatario']);
    const end = sane(target);
    expect(end.campos.map(({ holder }) => holder)).toEqual([ana.id]);
    expect(holdsBack(end, target, NOW)).toBe(true);
  });

  it('gives people what new rules ask before the rules', () => {
    const ana = someone();
    const before = draftOf([ana], []);
    const after = draftOf([{ ...ana, telefone: '+5511987654321' }], [], { fatoresExigidos: ['EMAIL', 'SMS_OTP'] });
    expect(planOf(before, after, NOW).map(({ op }) => op)).toEqual(['alterarSignatario', 'alterarDocumento']);
  });
});
