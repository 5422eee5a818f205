import { randomUUID } from 'node:crypto';
import {
  type DocumentoDeLinkEntrada,
  type DocumentoDeModeloEntrada,
  type ErrorKey,
  type FatorAutenticacao,
  type LinkModeloEntrada,
  rule,
  VISITOR_FACTORS,
} from '@rubrica/contract';
import { type FieldProblem, invalid, notFound, Problem, refuseInvalid } from '../../core/problem.ts';
import { type DocumentosDeps, missingToSend, type NewDocument } from '../documentos/index.ts';
import { checkUse, inRequestTerms, type ModeloRow, prepareUse, type User } from '../modelos/index.ts';
import type { FormularioRow } from './store.ts';
import { situationOf } from './store.ts';

const OFFERED: readonly FatorAutenticacao[] = VISITOR_FACTORS;
const DAY_MS = 24 * 3600_000;

/** Somebody who came by a public link. */
export interface Visitor {
  /** Of their signer in the document. */
  readonly id: string;
  readonly nome: string;
  readonly email: string;
}

/** The use of the template that a visitor's document is. @param now from when the days to sign count */
export function useFor(
  papelId: string,
  { prazoDias, urlRetorno, papeis = [], ...documento }: DocumentoDeLinkEntrada,
  visitor: Visitor,
  now: Date,
): DocumentoDeModeloEntrada {
  return {
    ...documento,
    papeis: [...papeis, { papelId, ...visitor, ...(urlRetorno === undefined ? {} : { urlRetorno }) }],
    ...(prazoDias === undefined ? {} : { prazoEm: new Date(now.getTime() + prazoDias * DAY_MS).toISOString() }),
  };
}

/**
 * Everything that would keep a visitor's document from being made, for whoever makes the link and can mend it.
 * @returns a document as one would be
 * @throws 400, each problem with its place in the request
 */
export function checkForm(
  { papelId, documento = {} }: Pick<LinkModeloEntrada, 'papelId' | 'documento'>,
  modelo: ModeloRow,
  user: Pick<User, 'actor' | 'scope'>,
  now: Date,
  undrawable: DocumentosDeps['undrawable'],
): NewDocument {
  const papel = modelo.papeis.find(({ id }) => id === papelId);
  if (!papel) throw invalid([{ campo: 'papelId', ...rule('roleUnknown') }]);
  const visitor = { id: randomUUID(), nome: 'Visitante', email: 'visitante@exemplo.com.br' };
  const entrada = useFor(papelId, documento, visitor, now);
  refuseInvalid([
    ...beyondVisitors(documento.fatoresExigidos ?? [], 'documento.fatoresExigidos'),
    ...beyondVisitors(papel.fatoresExigidos, 'papelId'),
    ...checkUse(modelo, entrada, undrawable).map(inDocument),
  ]);
  try {
    const made = prepareUse({ modelo, entrada }, user, NO_FILE, now, undrawable);
    refuseInvalid(missingToSend(made, user.scope, now));
    return made;
  } catch (error) {
    const told = inRequestTerms(error);
    if (!(told instanceof Problem) || !told.erros) throw told;
    throw new Problem(`${told.status} ${told.codigo}` as ErrorKey, told.rule, { erros: told.erros.map(inDocument) });
  }
}

/** No file is made of it, so none has this hash. */
const NO_FILE = '0'.repeat(64);

const beyondVisitors = (fatores: readonly FatorAutenticacao[], campo: string): FieldProblem[] =>
  fatores.filter((fator) => !OFFERED.includes(fator)).map((fator) => ({ campo, ...rule('formFactor', { fator }) }));

const inDocument = (problem: FieldProblem): FieldProblem => ({ ...problem, campo: `documento.${problem.campo}` });

/** A public link that takes answers. @throws 404 if there is none, 410 if it takes none any more, saying why */
export function requireOpen(row: FormularioRow | null, now: Date): FormularioRow {
  if (!row) throw notFound();
  const situation = situationOf(row, now);
  if (situation !== 'ABERTO') throw new Problem('410 LINK_INDISPONIVEL', rule(SAID[situation]));
  return row;
}

const SAID = { ENCERRADO: 'formClosed', ESGOTADO: 'formFull', VENCIDO: 'formOver' } as const;
