import {
  ACCEPTED_DELIVERY_METHODS,
  ACCEPTED_FACTORS,
  ACCEPTED_LEVELS,
  type Ambiente,
  type FatorAutenticacao,
  FIELD_KINDS,
  isDrawn,
  isTestAddress,
  isTestPhone,
  type MetodoEntrega,
  type NivelAssinatura,
  OTP_FACTORS,
  type Rule,
  rule,
  TEST_DOMAIN,
  TEST_PEOPLE,
  type TipoCampo,
  testPersonOf,
} from '@rubrica/contract';
import { isCnpj, isCpf } from '@rubrica/contract/brazil';
import { checkPerson } from '../../core/person.ts';
import type { FieldProblem } from '../../core/problem.ts';
import { isLive, PROVABLE } from './fatores.ts';
import { checkReturn } from './origin-rules.ts';

export { checkDrawable } from '../../core/drawable.ts';

/** The parts of a document that its rules check, from a request or from rows. */
export interface DraftDocument {
  readonly ambiente: Ambiente;
  readonly nivelAssinatura: NivelAssinatura;
  readonly fatoresExigidos: readonly FatorAutenticacao[];
  readonly prazoEm: Date | null;
  readonly expiraEm: Date | null;
}

export interface DraftSigner {
  readonly id: string;
  readonly nome: string | null;
  readonly email: string | null;
  readonly telefone: string | null;
  readonly cpf: string | null;
  readonly dataNascimento: string | null;
  readonly metodoEntrega: MetodoEntrega;
  readonly presencial: boolean;
  readonly fatoresExigidos: readonly FatorAutenticacao[] | null;
  readonly urlRetorno: string | null;
}

export interface DraftField {
  readonly tipo: TipoCampo;
  readonly pagina: number;
  readonly x: number;
  readonly y: number;
  readonly largura: number;
  readonly altura: number;
  readonly signatarioId: string | null;
  readonly rotulo: string | null;
  readonly valorPadrao: string | null;
}

const problem = (campo: string, said: Rule): FieldProblem => ({ campo, ...said });
const includes = <T>(list: readonly T[], value: unknown): value is T => list.includes(value as T);

function checkFactors(fatores: readonly FatorAutenticacao[], path: string): FieldProblem[] {
  return fatores.flatMap((fator, index) =>
    includes(ACCEPTED_FACTORS, fator)
      ? []
      : [problem(`${path}[${index}]`, rule('factorOffered', { fator, fatores: ACCEPTED_FACTORS.join(', ') }))],
  );
}

function hasOtp(fatores: readonly FatorAutenticacao[]): boolean {
  return fatores.some((fator) => includes(OTP_FACTORS, fator));
}

/** Level, factors and deadlines of the document itself. */
export function checkDocument(documento: DraftDocument, now: Date): FieldProblem[] {
  const { nivelAssinatura, fatoresExigidos } = documento;
  const problems = checkFactors(fatoresExigidos, 'fatoresExigidos');
  if (!includes(ACCEPTED_LEVELS, nivelAssinatura)) {
    problems.push(problem('nivelAssinatura', rule('levelOffered', { nivel: nivelAssinatura })));
  }
  if (nivelAssinatura === 'SEGURA' && !hasOtp(fatoresExigidos)) {
    problems.push(problem('fatoresExigidos', rule('levelNeedsCode')));
  }
  return [...problems, ...checkDeadlines(documento, now)];
}

/** Signing deadline and expiry. */
export function checkDeadlines(
  { prazoEm, expiraEm }: Pick<DraftDocument, 'prazoEm' | 'expiraEm'>,
  now: Date,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const [campo, value] of [
    ['prazoEm', prazoEm],
    ['expiraEm', expiraEm],
  ] as const) {
    // The offset can move the last day of 9999 into a year that neither RFC 3339 nor PostgreSQL can represent.
    if (value && !(value.getUTCFullYear() <= 9999)) problems.push(problem(campo, rule('noSuchDate')));
    else if (value && value <= now) problems.push(problem(campo, rule('past')));
  }
  if (prazoEm && expiraEm && expiraEm < prazoEm) {
    problems.push(problem('expiraEm', rule('beforeDeadline')));
  }
  return problems;
}

/**
 * Whether a problem of the whole draft is caused by what a request changes: a draft may outlive its deadline and can
 * still be given another title. A deadline after the expiry is that request's problem, whichever of the two it sets.
 */
export function concerns({ campo, regra }: FieldProblem, changes: object): boolean {
  if (campo in changes || !['prazoEm', 'expiraEm'].includes(campo)) return true;
  return regra === 'beforeDeadline' && 'prazoEm' in changes;
}

/** Checks the data each factor needs of the signer, and their validity. */
export function checkSigner(signer: DraftSigner, documento: DraftDocument, path: string, now: Date): FieldProblem[] {
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const fatores = signer.fatoresExigidos ?? documento.fatoresExigidos;
  const problems = signer.fatoresExigidos ? checkFactors(signer.fatoresExigidos, at('fatoresExigidos')) : [];

  const missing = documento.fatoresExigidos.filter((fator) => !fatores.includes(fator));
  if (missing.length > 0) {
    problems.push(problem(at('fatoresExigidos'), rule('factorsMissing', { fatores: missing.join(', ') })));
  }
  if (!includes(ACCEPTED_DELIVERY_METHODS, signer.metodoEntrega)) {
    problems.push(problem(at('metodoEntrega'), rule('deliveryOffered', { metodo: signer.metodoEntrega })));
  }
  if (signer.presencial && signer.metodoEntrega !== 'LINK') {
    problems.push(problem(at('presencial'), rule('inPersonByLink')));
  }
  for (const fator of fatores.filter(isLive)) {
    for (const name of PROVABLE[fator].needs) {
      if (signer[name] === null) problems.push(problem(at(name), rule('neededByFactor', { fator })));
    }
  }
  return [
    ...problems,
    ...checkPerson(signer, at, now),
    ...checkTestPerson(signer, documento.ambiente, at),
    ...checkReturn(signer.urlRetorno, documento.ambiente, at('urlRetorno')),
  ];
}

/** People of test exist in the sandbox alone, and there each does something known (docs/adr/0058). */
function checkTestPerson(
  { email, telefone }: Pick<DraftSigner, 'email' | 'telefone'>,
  ambiente: Ambiente,
  at: (name: string) => string,
): FieldProblem[] {
  const ofTest = email !== null && isTestAddress(email);
  if (ambiente === 'TESTE') {
    if (!ofTest || testPersonOf(email)) return [];
    return [problem(at('email'), rule('testPersonUnknown', { dominio: TEST_DOMAIN, tipos: TEST_PEOPLE.join(', ') }))];
  }
  return [
    ...(ofTest ? [problem(at('email'), rule('testAddress', { dominio: TEST_DOMAIN }))] : []),
    ...(telefone !== null && isTestPhone(telefone) ? [problem(at('telefone'), rule('testPhone'))] : []),
  ];
}

/** Where an invitation is sent. A draft may lack it; a person to be invited may not. */
export function checkReachable(signer: Pick<DraftSigner, 'email' | 'telefone' | 'metodoEntrega'>, path: string) {
  const missing =
    (signer.metodoEntrega === 'EMAIL' && signer.email === null && 'email') ||
    (signer.metodoEntrega === 'SMS' && signer.telefone === null && 'telefone');
  const campo = path === '' ? `${missing}` : `${path}.${missing}`;
  return missing ? [problem(campo, rule('neededByDelivery', { metodo: signer.metodoEntrega }))] : [];
}

/** Keys by which the tags of a file call people, each for one of them. @param at where the key of a signer is told */
export function checkKeys(
  signers: readonly { readonly chave: string | null }[],
  at: (index: number) => string,
): FieldProblem[] {
  const keys = signers.map(({ chave }) => chave);
  return keys.flatMap((chave, index) =>
    chave === null || keys.indexOf(chave) === index ? [] : [problem(at(index), rule('keyTwice'))],
  );
}

/** Fractions that add up to 1 in decimal may exceed it by a rounding error in binary. */
const EDGE = 1 + 1e-9;

/**
 * Checks the field map against pages and signers.
 * @param pages number of pages of the current file
 */
export function checkFields(
  campos: readonly DraftField[],
  signers: readonly Pick<DraftSigner, 'id'>[],
  pages: number,
  path = 'campos',
): FieldProblem[] {
  const known = new Set(signers.map(({ id }) => id));
  return campos.flatMap((campo, index) => {
    const at = (name: string) => `${path}[${index}].${name}`;
    const problems: FieldProblem[] = [];
    if (campo.pagina > pages) {
      problems.push(problem(at('pagina'), rule(pages === 1 ? 'onePage' : 'pages', { n: pages })));
    }
    if (campo.x + campo.largura > EDGE) problems.push(problem(at('largura'), rule('beyondRight')));
    if (campo.y + campo.altura > EDGE) problems.push(problem(at('altura'), rule('beyondBottom')));
    if (campo.signatarioId !== null && !known.has(campo.signatarioId)) {
      problems.push(problem(at('signatarioId'), rule('notASigner')));
    }
    if (campo.signatarioId === null && isDrawn(campo.tipo) && signers.length !== 0) {
      problems.push(problem(at('signatarioId'), rule('ownerNeeded', { tipo: campo.tipo })));
    }
    problems.push(...checkDefault(campo, at('valorPadrao')));
    return problems;
  });
}

function checkDefault(campo: DraftField, path: string): FieldProblem[] {
  const { tipo, valorPadrao } = campo;
  if (valorPadrao === null || valorPadrao === '') return [];
  const refuse = (said: Rule) => [problem(path, said)];
  const kind = FIELD_KINDS[tipo];
  switch (kind.holds) {
    case 'TEXT':
      if (kind.format === 'CPF' && !isCpf(valorPadrao)) return refuse(rule('cpfDigits'));
      return kind.format === 'CNPJ' && !isCnpj(valorPadrao) ? refuse(rule('cnpjDigits')) : [];
    case 'CHECK':
      return ['true', 'false'].includes(valorPadrao) ? [] : refuse(rule('trueOrFalse'));
    case 'MARK':
    case 'PICTURE':
      return refuse(rule('noDefault', { tipo }));
    case 'SIGNING_DAY':
      return [];
  }
}

/** What still prevents a draft from being sent, one entry per problem. */
export function checkReadyToSend(
  documento: DraftDocument,
  signers: readonly DraftSigner[],
  campos: readonly DraftField[],
  pages: number,
  now: Date,
): FieldProblem[] {
  const problems = checkDocument(documento, now);
  if (signers.length === 0) problems.push(problem('signatarios', rule('signerNeeded')));
  signers.forEach((signer, index) => {
    const path = `signatarios[${index}]`;
    const found = checkSigner(signer, documento, path, now);
    const known = new Set(found.map(({ campo }) => campo));
    problems.push(...found, ...checkReachable(signer, path).filter(({ campo }) => !known.has(campo)));
  });
  if (!campos.some(({ tipo }) => tipo === 'ASSINATURA')) {
    problems.push(problem('campos', rule('signatureNeeded')));
  }
  problems.push(...checkFields(campos, signers, pages));
  return problems;
}
