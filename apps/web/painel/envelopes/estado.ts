import type { DocumentoResumo, Signatario } from '@rubrica/contract';
import { isOpen, missing } from '../documentos/estado.ts';

/** What can be said of an envelope without asking the service. */

/** Where a person signs: one document, and who they are in it. */
export interface Lugar {
  readonly documentoId: string;
  readonly titulo: string;
  readonly signatario: Signatario;
}

/** One person over the documents of an envelope: they get one link and sign the set. */
export interface Pessoa {
  readonly chave: string;
  /** As they are in the first of their documents. */
  readonly signatario: Signatario;
  readonly lugares: readonly Lugar[];
}

/** What makes two signers the same person, as the service sees it: the e-mail, else the phone; a row alone otherwise. */
export const chaveDe = (one: Pick<Signatario, 'id' | 'email' | 'telefone'>): string =>
  one.email?.toLowerCase() ?? one.telefone ?? one.id;

/** Everybody who signs in an envelope: by their turn where there are turns, else as they come in the documents. */
export function pessoasDe(documentos: readonly DocumentoResumo[]): Pessoa[] {
  const places = documentos.flatMap(({ id, titulo, signatarios }) =>
    signatarios.map((signatario): Lugar => ({ documentoId: id, titulo, signatario })),
  );
  const people = [...Map.groupBy(places, ({ signatario }) => chaveDe(signatario))].flatMap(([chave, lugares]) =>
    lugares[0] ? [{ chave, signatario: lugares[0].signatario, lugares }] : [],
  );
  if (!documentos.some(({ ordenado }) => ordenado)) return people;
  const turn = ({ signatario }: Pessoa) => signatario.ordem ?? Number.POSITIVE_INFINITY;
  return people.toSorted((a, b) => turn(a) - turn(b) || 0);
}

/** The documents a person is not in. */
export const semEla = (pessoa: Pessoa, documentos: readonly DocumentoResumo[]): DocumentoResumo[] =>
  documentos.filter(({ id }) => !pessoa.lugares.some(({ documentoId }) => documentoId === id));

/** What one link over several documents asks to be the same in each. */
const IGUAIS = ['metodoEntrega', 'telefone', 'cpf', 'dataNascimento'] as const;

/** Whether a person is reached or recognised differently in different documents, which the service does not send. */
export const desigual = ({ lugares }: Pessoa): boolean =>
  IGUAIS.some(
    (name) => new Set(lugares.map(({ signatario }) => signatario[name]).filter((value) => value !== null)).size > 1,
  );

/** How many of a person's documents they signed. */
export const assinados = ({ lugares }: Pessoa): number =>
  lugares.filter(({ signatario }) => signatario.status === 'ASSINADO').length;

/** Everybody who still has to sign, with the open documents in which they do. */
export function faltantes(documentos: readonly DocumentoResumo[]): Pessoa[] {
  const waiting = documentos.map((documento) => ({ ...documento, signatarios: missing(documento) }));
  return pessoasDe(waiting.filter(({ signatarios }) => signatarios.length > 0));
}

/** Where a person was invited, of the places where they still have to sign: one link serves all of them. */
export const convidada = ({ lugares }: Pessoa): Lugar | undefined =>
  lugares.find(({ signatario }) => signatario.status !== 'PENDENTE');

/** The invitation to repeat for each person. Who gets the link from the sender has none. */
export const aReenviar = (documentos: readonly DocumentoResumo[]): Lugar[] =>
  faltantes(documentos).flatMap((pessoa) => {
    const place = convidada(pessoa);
    return place && place.signatario.metodoEntrega !== 'LINK' ? [place] : [];
  });

export const abertos = (documentos: readonly DocumentoResumo[]): DocumentoResumo[] =>
  documentos.filter(({ status }) => isOpen(status));

export const concluidos = (documentos: readonly DocumentoResumo[]): number =>
  documentos.filter(({ status }) => status === 'ASSINADO').length;
