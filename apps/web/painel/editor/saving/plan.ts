import type { CampoEntrada, DocumentoAlteracao, FatorAutenticacao, SignatarioEntrada } from '@rubrica/contract';
import { isDrawn } from '@rubrica/contract/field-kinds';
import { digitsOf } from '../../../kit/brazil.ts';
import { isReplyTo, isValueGood, partyProblems } from '../state/rules.ts';
import { type Draft, type Field, factorsOf, isInPerson, type Options, type Party } from '../state/types.ts';

/**
 * From what the service has of a document to what the editor shows: the requests in between. The service refuses any
 * state that is inconsistent, in between too, so people who lack something wait, and changes that need each other go in
 * the order in which each step holds.
 */

export type Operation =
  | { readonly op: 'excluirSignatario'; readonly id: string }
  | { readonly op: 'criarSignatario'; readonly party: Party; readonly body: SignatarioEntrada }
  | { readonly op: 'alterarSignatario'; readonly party: Party; readonly body: Omit<SignatarioEntrada, 'id'> }
  | { readonly op: 'alterarDocumento'; readonly body: DocumentoAlteracao }
  | { readonly op: 'definirCampos'; readonly campos: readonly Field[] };

/** The document's rules as the service has them: where none of it is known, what it would take itself. */
const rulesOf = (draft: Draft): Options => {
  if (!draft.options) throw new Error('a document has rules');
  return draft.options;
};

/** A person as the service compares them: what is typed with blanks or punctuation means the same. */
export function tidy(party: Party): Party {
  return { ...party, nome: party.nome.trim(), email: party.email.trim(), cpf: digitsOf(party.cpf) };
}

const sameSet = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((x) => b.includes(x));

function sameParty(a: Party, b: Party, from: Options, to: Options): boolean {
  const [one, other] = [tidy(a), tidy(b)];
  const plain = (['nome', 'funcao', 'email', 'telefone', 'cpf', 'dataNascimento'] as const).every(
    (name) => one[name] === other[name],
  );
  return (
    plain &&
    // Where nobody waits for a turn, an API client may have left it out, and it means nothing.
    (!to.ordenado || one.ordem === other.ordem) &&
    one.metodoEntrega === other.metodoEntrega &&
    one.travarDados === other.travarDados &&
    isInPerson(one) === isInPerson(other) &&
    one.delegavel === other.delegavel &&
    one.clienteId === other.clienteId &&
    sameSet(factorsOf(one, from), factorsOf(other, to))
  );
}

const orNull = (text: string) => (text === '' ? null : text);

/** Everything of a person, null where it is not given. */
function bodyOf(party: Party, fatores: readonly FatorAutenticacao[] | null) {
  const { funcao, ordem, metodoEntrega, travarDados, delegavel, clienteId } = party;
  return {
    funcao,
    ordem,
    metodoEntrega,
    travarDados,
    presencial: isInPerson(party),
    delegavel,
    clienteId,
    nome: orNull(party.nome),
    email: orNull(party.email),
    telefone: orNull(party.telefone),
    cpf: orNull(party.cpf),
    dataNascimento: orNull(party.dataNascimento),
    fatoresExigidos: fatores && [...fatores],
  };
}

const withoutNulls = <T extends object>(body: T): T =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) as T;

const isGood = (party: Party, options: Options) =>
  partyProblems(tidy(party), 0, options).every(({ blocks, fault }) => !blocks || isOnlyReach(fault));

/** A draft may lack the contact its invitation goes to; only the sending asks for it. */
const isOnlyReach = (fault: { readonly kind: string; readonly why?: string }) =>
  fault.kind === 'missing' && (fault.why === 'ENTREGA_EMAIL' || fault.why === 'ENTREGA_SMS');

/** The rules as far as the service takes them: a deadline gone by stays what it was. */
function goodRules(target: Options, server: Options, now: Date): Options {
  const lacksCode =
    target.nivelAssinatura === 'SEGURA' &&
    !target.fatoresExigidos.some((fator) => fator === 'SMS_OTP' || fator === 'TOTP');
  return {
    ...target,
    titulo: target.titulo.trim() === '' ? server.titulo : target.titulo.trim(),
    prazoEm: target.prazoEm !== '' && !(Date.parse(target.prazoEm) > now.getTime()) ? server.prazoEm : target.prazoEm,
    responderPara: isReplyTo(target.responderPara) ? target.responderPara.trim() : server.responderPara,
    nivelAssinatura: lacksCode ? server.nivelAssinatura : target.nivelAssinatura,
    fatoresExigidos: lacksCode && server.nivelAssinatura === 'SEGURA' ? server.fatoresExigidos : target.fatoresExigidos,
  };
}

/**
 * The part of a draft the service takes. A person who lacks something is held back: as the service has them, or not yet
 * there. Rules everybody has to meet wait for everybody.
 */
export function takeable(server: Draft, target: Draft, now: Date): Draft {
  const before = rulesOf(server);
  const wanted = goodRules(rulesOf(target), before, now);
  const known = new Map(server.parts.map((party) => [party.id, party]));
  const choose = (options: Options) =>
    target.parts.flatMap((party) => {
      const good = isGood(party, options) ? tidy(party) : known.get(party.id);
      return good ? [good] : [];
    });
  const all = choose(wanted);
  // Somebody already there lacks what the new rules ask: the rules wait, people go on under the old ones.
  const fits = all.every((party) => isGood(party, wanted));
  const options = fits
    ? wanted
    : { ...wanted, fatoresExigidos: before.fatoresExigidos, nivelAssinatura: before.nivelAssinatura };
  const parts = fits ? all : choose(options);
  const there = new Set(parts.map(({ id }) => id));
  const campos = target.campos
    .filter(({ holder }) => holder === null || there.has(holder))
    .filter(({ holder, tipo }) => holder !== null || parts.length === 0 || !isDrawn(tipo))
    .map((field) => ({
      ...field,
      valorPadrao: isValueGood(field) ? field.valorPadrao : '',
      rotulo: field.rotulo.trim() === '' ? '' : field.rotulo,
    }));
  return { options, parts, campos };
}

function rulesBody(server: Options, target: Options): DocumentoAlteracao {
  const body: Record<string, unknown> = {};
  for (const name of [
    'titulo',
    'ordenado',
    'recusavel',
    'pararSeRecusado',
    'lembrete',
    'nivelAssinatura',
    'modeloEmailId',
  ] as const) {
    if (server[name] !== target[name]) body[name] = target[name];
  }
  for (const name of ['mensagem', 'prazoEm', 'responderPara'] as const) {
    if (server[name] !== target[name]) body[name] = orNull(target[name]);
  }
  if (!sameSet(server.fatoresExigidos, target.fatoresExigidos)) body.fatoresExigidos = [...target.fatoresExigidos];
  return body as DocumentoAlteracao;
}

/** The fields as they travel, without the ids the service gave them. */
export function fieldBody(field: Field): CampoEntrada {
  const { tipo, pagina, x, y, largura, altura, holder, z, rotulo, obrigatorio, valorPadrao } = field;
  return {
    tipo,
    pagina,
    x,
    y,
    largura,
    altura,
    z,
    obrigatorio,
    signatarioId: holder,
    ...(rotulo === '' ? {} : { rotulo }),
    ...(valorPadrao === '' ? {} : { valorPadrao }),
  };
}

export const sameFields = (a: readonly Field[], b: readonly Field[]): boolean =>
  a.length === b.length &&
  a.every((field, index) => {
    const other = b[index];
    return other !== undefined && JSON.stringify(fieldBody(field)) === JSON.stringify(fieldBody(other));
  });

/** Somebody on the way from one set of rules to another: good under both. */
function between(before: Party | undefined, after: Party, from: Options, to: Options) {
  const factors = new Set([
    ...(before ? factorsOf(before, from) : []),
    ...factorsOf(after, to),
    ...from.fatoresExigidos,
  ]);
  const data = Object.fromEntries(
    (['email', 'telefone', 'cpf', 'dataNascimento'] as const).map((name) => [
      name,
      after[name] || before?.[name] || '',
    ]),
  );
  return bodyOf({ ...after, ...data }, [...factors]);
}

/** The requests from one state to the other, in their order. @param server what the service has @param target the editor's */
export function planOf(server: Draft, target: Draft, now: Date): Operation[] {
  const goal = takeable(server, target, now);
  const [from, to] = [rulesOf(server), rulesOf(goal)];
  const known = new Map(server.parts.map((party) => [party.id, party]));
  const wanted = new Set(target.parts.map(({ id }) => id));
  const newFactors = !sameSet(from.fatoresExigidos, to.fatoresExigidos);
  const extra = (party: Party, rules: Options) => (party.reinforcement.length > 0 ? factorsOf(party, rules) : null);

  const removals = server.parts
    .filter(({ id }) => !wanted.has(id))
    .map(({ id }): Operation => ({ op: 'excluirSignatario', id }));
  const people = goal.parts.flatMap((party): Operation[] => {
    const before = known.get(party.id);
    // Who is new comes under the new rules: under the old ones they may lack something.
    if (newFactors && !before) return [];
    if (before && sameParty(before, party, from, to) && !newFactors) return [];
    const body = newFactors ? between(before, party, from, to) : bodyOf(party, extra(party, to));
    if (!before) {
      const entry = { ...withoutNulls(body), id: party.id } as SignatarioEntrada;
      return [{ op: 'criarSignatario', party, body: entry }];
    }
    const now = { ...party, email: body.email ?? '', telefone: body.telefone ?? '', cpf: body.cpf ?? '' };
    const same =
      newFactors &&
      sameSet(body.fatoresExigidos ?? [], factorsOf(before, from)) &&
      sameParty(
        { ...before, reinforcement: [] },
        { ...now, dataNascimento: body.dataNascimento ?? '', reinforcement: [] },
        from,
        from,
      );
    return same ? [] : [{ op: 'alterarSignatario', party, body: body as Omit<SignatarioEntrada, 'id'> }];
  });
  const rules = rulesBody(from, to);
  const document: Operation[] = Object.keys(rules).length > 0 ? [{ op: 'alterarDocumento', body: rules }] : [];
  // Fields of who is not there yet come with the next plan.
  const there = new Set(server.parts.map(({ id }) => id).filter((id) => wanted.has(id)));
  const campos = goal.campos.filter(({ holder }) => holder === null || there.has(holder));
  const fields: Operation[] = sameFields(server.campos, campos) ? [] : [{ op: 'definirCampos', campos }];
  return [...removals, ...people, ...document, ...fields];
}

/** Whether anything of the draft has to wait here, so that "saved" would not be the whole truth. */
export function holdsBack(server: Draft, target: Draft, now: Date): boolean {
  const goal = takeable(server, target, now);
  const to = rulesOf(goal);
  const shown = rulesOf(target);
  return (
    goal.parts.length !== target.parts.length ||
    goal.campos.length !== target.campos.length ||
    !target.parts.every((party, index) => {
      const other = goal.parts[index];
      return other !== undefined && sameParty(party, other, shown, to);
    }) ||
    target.campos.some((field, index) => field.valorPadrao !== goal.campos[index]?.valorPadrao) ||
    Object.keys(rulesBody({ ...shown, titulo: shown.titulo.trim() }, to)).length > 0
  );
}
