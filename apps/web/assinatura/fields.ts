import type { AssinaturaEntrada, Handwriting, SessaoAssinatura } from '@rubrica/contract';
import { FIELD_KINDS, formatOf, type TextFormat } from '@rubrica/contract/field-kinds';
import { FIELD_VALUE_MAX_CHARS } from '@rubrica/contract/limits';
import { digitsOf, isCnpj, isCpf, isEmail, maskCnpj, maskCpf } from '../kit/brazil.ts';
import { type Campo, fieldsOf, nameIn, openDocuments } from './steps.ts';

/** What the person gave so far; `kept.ts` keeps it on the device, sealed. Answers of a factor are never part of it. */
export interface Given {
  readonly values: Readonly<Record<string, string | boolean>>;
  readonly assinatura: Mark | null;
  readonly rubrica: Mark | null;
  readonly nome: string | null;
  readonly cpf: string;
}

/** A signature as it will be sent, with the picture to show of it. */
export type Mark =
  | { readonly tipo: 'DIGITADA'; readonly texto: string; readonly fonte?: Handwriting }
  | { readonly tipo: 'DESENHADA' | 'IMAGEM'; readonly imagem: string };

export const NOTHING_GIVEN: Given = { values: {}, assinatura: null, rubrica: null, nome: null, cpf: '' };

/** What was given before, with what was given since over it. */
export const overlaid = (before: Partial<Given>, since: Given): Given => ({
  values: { ...before.values, ...since.values },
  assinatura: since.assinatura ?? before.assinatura ?? null,
  rubrica: since.rubrica ?? before.rubrica ?? null,
  nome: since.nome ?? before.nome ?? null,
  cpf: since.cpf || (before.cpf ?? ''),
});

/** What is wrong with a field, by name; the page has the words. */
export type FieldProblem = 'blank' | 'cpf' | 'cnpj' | 'email' | 'long' | 'assinatura' | 'rubrica' | 'imagem' | 'mark';

/** What the person corrected of their own data, in all documents at once; nothing where the sender locks these. */
export const correctedIn = (given: Given, session: SessaoAssinatura): Pick<Given, 'nome' | 'cpf'> =>
  session.signatario.travarDados ? NOTHING_GIVEN : given;

/** The name with which the person signs the document that a field is in. */
export function nameAt(campo: Campo, given: Given, session: SessaoAssinatura): string | null {
  const documento = session.documentos.find(({ campos }) => campos.some(({ id }) => id === campo.id));
  return correctedIn(given, session).nome ?? (documento ? nameIn(documento, session) : null);
}

/** The field's value: what was typed, or else what it starts with. */
export function fieldValue(campo: Campo, given: Given, session: SessaoAssinatura): string | boolean {
  const own = given.values[campo.id];
  if (own !== undefined) return own;
  const kind = FIELD_KINDS[campo.tipo];
  if (kind.holds === 'CHECK') return campo.valorPadrao === 'true';
  if (campo.valorPadrao) return campo.valorPadrao;
  const from = kind.holds === 'TEXT' ? kind.from : null;
  if (from === 'nome') return nameAt(campo, given, session) ?? '';
  return from === 'cpf' ? correctedIn(given, session).cpf : '';
}

/** The text as the field takes it while it is typed. */
export function maskFor(campo: Campo, text: string): string {
  const format = formatOf(campo.tipo);
  if (format === 'CPF') return maskCpf(text);
  if (format === 'CNPJ') return maskCnpj(text);
  return text.slice(0, FIELD_VALUE_MAX_CHARS);
}

export function problemOf(campo: Campo, given: Given, session: SessaoAssinatura): FieldProblem | null {
  const value = fieldValue(campo, given, session);
  const missing = (problem: FieldProblem) => (campo.obrigatorio ? problem : null);
  const kind = FIELD_KINDS[campo.tipo];
  switch (kind.holds) {
    case 'SIGNING_DAY':
      return null;
    case 'MARK':
      return given[kind.mark] ? null : missing(kind.mark);
    case 'PICTURE':
      return value === '' ? missing('imagem') : null;
    case 'CHECK':
      return value === true ? null : missing('mark');
    case 'TEXT': {
      const text = String(value).trim();
      if (text !== '') return problemOfText(kind.format, text);
      // The server knows the whole address; the page, only a masked one.
      return kind.from === 'email' && session.signatario.email ? null : missing('blank');
    }
  }
}

/** Whether nothing is in a field, and nothing will be: neither typed, nor known to the service, nor put in by itself. */
export function awaits(campo: Campo, given: Given, session: SessaoAssinatura): boolean {
  const kind = FIELD_KINDS[campo.tipo];
  if (kind.holds === 'SIGNING_DAY') return false;
  if (kind.holds === 'MARK') return !given[kind.mark];
  const value = fieldValue(campo, given, session);
  if (kind.holds === 'CHECK') return value !== true;
  if (String(value).trim() !== '') return false;
  return !(kind.holds === 'TEXT' && kind.from === 'email' && session.signatario.email);
}

function problemOfText(format: TextFormat | null, text: string): FieldProblem | null {
  if (format === 'CPF' && !isCpf(text)) return 'cpf';
  if (format === 'CNPJ' && !isCnpj(text)) return 'cnpj';
  return format === 'EMAIL' && !isEmail(text) ? 'email' : null;
}

function sent(campo: Campo, given: Given, session: SessaoAssinatura): AssinaturaEntrada['campos'] {
  const kind = FIELD_KINDS[campo.tipo];
  if (kind.holds === 'MARK' || kind.holds === 'SIGNING_DAY') return [];
  const valor = fieldValue(campo, given, session);
  // Left empty, these take what the server knows of the person.
  const leftToServer =
    kind.holds === 'PICTURE' || (kind.holds === 'TEXT' && ['email', 'cpf'].includes(kind.from ?? ''));
  return valor === '' && leftToServer ? [] : [{ campoId: campo.id, valor }];
}

/** The body of `assinar`. */
export function bodyOf(given: Given, session: SessaoAssinatura): AssinaturaEntrada {
  const fields = fieldsOf(session).map(({ campo }) => campo);
  const uses = (tipo: Campo['tipo']) => fields.some((campo) => campo.tipo === tipo);
  const { nome: corrected, cpf } = correctedIn(given, session);
  const nome = corrected?.trim();
  const differs = openDocuments(session).some((documento) => nameIn(documento, session) !== nome);
  const dados = {
    ...(nome && differs ? { nome } : {}),
    ...(cpf === '' ? {} : { cpf: digitsOf(cpf) }),
  };
  return {
    ...(given.assinatura && uses('ASSINATURA') ? { assinatura: given.assinatura } : {}),
    ...(given.rubrica && uses('RUBRICA') ? { rubrica: given.rubrica } : {}),
    campos: fields.flatMap((campo) => sent(campo, given, session) ?? []),
    ...(Object.keys(dados).length > 0 ? { dados } : {}),
  };
}
