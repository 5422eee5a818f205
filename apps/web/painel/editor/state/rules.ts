import { type FatorAutenticacao, OTP_FACTORS } from '@rubrica/contract/enums';
import { FIELD_KINDS, formatOf, isDrawn, takesPicture } from '@rubrica/contract/field-kinds';
import { FIELD_LABEL_MAX_CHARS, FIELD_VALUE_MAX_CHARS, SIGNER_NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { digitsOf, isCnpj, isCpf, isDay, isE164, isEmail } from '../../../kit/brazil.ts';
import type { Ruled } from '../../../kit/rules/retell.ts';
import { type Asked, type Draft, type Field, factorsOf, type Options, type Party } from './types.ts';

/** What keeps a draft from being sent, and what its sender may want to look at; each with the place it leads to. */

export type Why = FatorAutenticacao | 'ENTREGA_EMAIL' | 'ENTREGA_SMS';

export type Fault =
  | { readonly kind: 'no-parts' | 'no-signature' | 'kept-without-code' | 'deadline-passed' | 'titulo' }
  | { readonly kind: 'missing'; readonly why: Why }
  | { readonly kind: 'invalid' | 'long' }
  | { readonly kind: 'no-name' | 'no-field' }
  | { readonly kind: 'no-value' | 'valor' | 'pagina' | 'no-owner' }
  /** What the service said. */
  | ({ readonly kind: 'refused'; readonly message: string } & Ruled);

export type Spot =
  | { readonly at: 'options'; readonly name: keyof Options }
  | { readonly at: 'parts' }
  | { readonly at: 'part'; readonly id: string; readonly name: keyof Party | 'campos' }
  | { readonly at: 'campos' }
  | { readonly at: 'campo'; readonly id: string; readonly name: keyof Field };

export interface Problem {
  readonly fault: Fault;
  readonly spot: Spot;
  /** Whether it keeps the draft from being sent; otherwise it is worth a look. */
  readonly blocks: boolean;
  /** Where the service would say it, as `signatarios[2].cpf`. */
  readonly path: string;
}

/** What each factor and each way of delivery needs to know of a person. */
const NEEDS: readonly (readonly [why: Why, name: 'email' | 'telefone' | 'cpf' | 'dataNascimento'])[] = [
  ['EMAIL', 'email'],
  ['ENTREGA_EMAIL', 'email'],
  ['SMS_OTP', 'telefone'],
  ['ENTREGA_SMS', 'telefone'],
  ['DADOS_PESSOAIS', 'cpf'],
  ['DADOS_PESSOAIS', 'dataNascimento'],
];

/** Why each contact or datum of a person is needed; absent where it is not. */
export function needsOf(party: Party, options: Asked | null): ReadonlyMap<keyof Party, Why> {
  const reasons = new Set<Why>(factorsOf(party, options));
  if (party.metodoEntrega === 'EMAIL') reasons.add('ENTREGA_EMAIL');
  if (party.metodoEntrega === 'SMS') reasons.add('ENTREGA_SMS');
  const needs = new Map<keyof Party, Why>();
  for (const [why, name] of NEEDS) if (reasons.has(why) && !needs.has(name)) needs.set(name, why);
  return needs;
}

/** What is wrong with one person of a document. */
export function partyProblems(party: Party, index: number, options: Asked): Problem[] {
  const problems: Problem[] = [];
  const say = (name: keyof Party, fault: Fault, blocks = true) =>
    problems.push({ fault, spot: { at: 'part', id: party.id, name }, blocks, path: `signatarios[${index}].${name}` });
  if (party.nome.trim() === '') say('nome', { kind: 'no-name' }, false);
  if (party.nome.length > SIGNER_NAME_MAX_CHARS) say('nome', { kind: 'long' });
  for (const [name, why] of needsOf(party, options)) if (party[name] === '') say(name, { kind: 'missing', why });
  const checks = [
    ['email', isEmail(party.email) && party.email.length <= 254],
    ['telefone', isE164(party.telefone)],
    ['cpf', isCpf(party.cpf)],
    // Never `dd/mm/aaaa`: the browser's own date input gives `yyyy-mm-dd`.
    ['dataNascimento', isDay(party.dataNascimento)],
  ] as const;
  for (const [name, good] of checks) if (party[name] !== '' && !good) say(name, { kind: 'invalid' });
  return problems;
}

/** What is wrong with one role of a template. */
function roleProblems(party: Party, index: number): Problem[] {
  const spot = { at: 'part', id: party.id, name: 'nome' } as const;
  const path = `papeis[${index}].rotulo`;
  if (party.nome.trim() === '') return [{ fault: { kind: 'no-name' }, spot, blocks: true, path }];
  return party.nome.length > FIELD_LABEL_MAX_CHARS ? [{ fault: { kind: 'long' }, spot, blocks: true, path }] : [];
}

/** Whether the service takes what a field starts with. */
export function isValueGood({ tipo, valorPadrao }: Pick<Field, 'tipo' | 'valorPadrao'>): boolean {
  if (valorPadrao === '') return true;
  if (takesPicture(tipo)) return false;
  if (valorPadrao.length > FIELD_VALUE_MAX_CHARS) return false;
  if (formatOf(tipo) === 'CPF') return isCpf(digitsOf(valorPadrao));
  if (formatOf(tipo) === 'CNPJ') return isCnpj(valorPadrao);
  return FIELD_KINDS[tipo].holds !== 'CHECK' || valorPadrao === 'true' || valorPadrao === 'false';
}

function fieldProblems(field: Field, index: number, paginas: number, alone: boolean): Problem[] {
  const problems: Problem[] = [];
  const say = (name: keyof Field, fault: Fault, blocks = true, at: string = name) =>
    problems.push({ fault, spot: { at: 'campo', id: field.id, name }, blocks, path: `campos[${index}].${at}` });
  if (field.pagina > paginas) say('pagina', { kind: 'pagina' });
  if (field.rotulo.length > FIELD_LABEL_MAX_CHARS) say('rotulo', { kind: 'long' });
  if (!isValueGood(field)) say('valorPadrao', { kind: 'valor' });
  const personal = isDrawn(field.tipo);
  if (field.holder === null && personal && !alone) say('holder', { kind: 'no-owner' }, true, 'signatarioId');
  if (field.holder === null && !personal && field.valorPadrao === '') say('valorPadrao', { kind: 'no-value' }, false);
  return problems;
}

function optionProblems(options: Options, now: Date): Problem[] {
  const problems: Problem[] = [];
  const say = (name: keyof Options, fault: Fault) =>
    problems.push({ fault, spot: { at: 'options', name }, blocks: true, path: name });
  const hasCode = options.fatoresExigidos.some((fator) => (OTP_FACTORS as readonly string[]).includes(fator));
  if (options.titulo.trim() === '') say('titulo', { kind: 'titulo' });
  if (options.nivelAssinatura === 'SEGURA' && !hasCode) say('fatoresExigidos', { kind: 'kept-without-code' });
  if (options.prazoEm !== '' && !(Date.parse(options.prazoEm) > now.getTime()))
    say('prazoEm', { kind: 'deadline-passed' });
  if (!isReplyTo(options.responderPara)) say('responderPara', { kind: 'invalid' });
  return problems;
}

/** Whether the service takes where answers go: nowhere in particular, or an address. */
export const isReplyTo = (text: string): boolean => text.trim() === '' || isEmail(text.trim());

/** Everything to be said of a draft, in the order it is worked through: rules, people, fields. */
export function problemsOf(draft: Draft, paginas: number, now: Date): Problem[] {
  const { options, parts, campos } = draft;
  const of = new Set(campos.filter(({ tipo }) => tipo === 'ASSINATURA').map(({ holder }) => holder));
  const people = parts.flatMap((party, index) => [
    ...(options ? partyProblems(party, index, options) : roleProblems(party, index)),
    ...(of.size === 0 || of.has(party.id)
      ? []
      : [
          {
            fault: { kind: 'no-field' },
            spot: { at: 'part', id: party.id, name: 'campos' },
            blocks: false,
            path: `signatarios[${index}].campos`,
          } as const,
        ]),
  ]);
  return [
    ...(options ? optionProblems(options, now) : []),
    ...(parts.length > 0
      ? []
      : [{ fault: { kind: 'no-parts' }, spot: { at: 'parts' }, blocks: true, path: 'signatarios' } as const]),
    ...people,
    ...(of.size > 0
      ? []
      : [{ fault: { kind: 'no-signature' }, spot: { at: 'campos' }, blocks: true, path: 'campos' } as const]),
    ...campos.flatMap((field, index) => fieldProblems(field, index, paginas, parts.length === 0)),
  ];
}
