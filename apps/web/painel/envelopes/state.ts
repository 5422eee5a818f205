import type { DocumentoResumo, Signatario } from '@rubrica/contract';
import { groupBy } from '../../kit/list.ts';
import { isOpen, missing } from '../documentos/state.ts';

/** What can be said of an envelope without asking the service. */

/** Where a person signs: one document, and who they are in it. */
export interface Spot {
  readonly documentoId: string;
  readonly titulo: string;
  readonly signatario: Signatario;
}

/** One person over the documents of an envelope: they get one link and sign the set. */
export interface Person {
  readonly chave: string;
  /** As they are in the first of their documents. */
  readonly signatario: Signatario;
  readonly spots: readonly Spot[];
}

/** What makes two signers the same person, as the service sees it: the e-mail, else the phone; a row alone otherwise. */
export const personKeyOf = (one: Pick<Signatario, 'id' | 'email' | 'telefone'>): string =>
  one.email?.toLowerCase() ?? one.telefone ?? one.id;

/** Everybody who signs in an envelope: by their turn where there are turns, else as they come in the documents. */
export function personsOf(documentos: readonly DocumentoResumo[]): Person[] {
  const places = documentos.flatMap(({ id, titulo, signatarios }) =>
    signatarios.map((signatario): Spot => ({ documentoId: id, titulo, signatario })),
  );
  const people = [...groupBy(places, ({ signatario }) => personKeyOf(signatario))].flatMap(([chave, spots]) =>
    spots[0] ? [{ chave, signatario: spots[0].signatario, spots }] : [],
  );
  if (!documentos.some(({ ordenado }) => ordenado)) return people;
  const turn = ({ signatario }: Person) => signatario.ordem ?? Number.POSITIVE_INFINITY;
  return people.toSorted((a, b) => turn(a) - turn(b) || 0);
}

/** The documents a person is not in. */
export const withoutIt = (person: Person, documentos: readonly DocumentoResumo[]): DocumentoResumo[] =>
  documentos.filter(({ id }) => !person.spots.some(({ documentoId }) => documentoId === id));

/** What one link over several documents asks to be the same in each. */
const SAME = ['metodoEntrega', 'telefone', 'cpf', 'dataNascimento'] as const;

/** Whether a person is reached or recognised differently in different documents, which the service does not send. */
export const unequal = ({ spots }: Person): boolean =>
  SAME.some(
    (name) => new Set(spots.map(({ signatario }) => signatario[name]).filter((value) => value !== null)).size > 1,
  );

/** How many of a person's documents they signed. */
export const signedOnes = ({ spots }: Person): number =>
  spots.filter(({ signatario }) => signatario.status === 'ASSINADO').length;

/** Everybody who still has to sign, with the open documents in which they do. */
export function missingOnes(documentos: readonly DocumentoResumo[]): Person[] {
  const waiting = documentos.map((documento) => ({ ...documento, signatarios: missing(documento) }));
  return personsOf(waiting.filter(({ signatarios }) => signatarios.length > 0));
}

/** Where a person was invited, of the places where they still have to sign: one link serves all of them. */
export const invited = ({ spots }: Person): Spot | undefined =>
  spots.find(({ signatario }) => signatario.status !== 'PENDENTE');

/** The invitation to repeat for each person. Who gets the link from the sender has none. */
export const toResend = (documentos: readonly DocumentoResumo[]): Spot[] =>
  missingOnes(documentos).flatMap((person) => {
    const place = invited(person);
    return place && place.signatario.metodoEntrega !== 'LINK' ? [place] : [];
  });

export const openOnes = (documentos: readonly DocumentoResumo[]): DocumentoResumo[] =>
  documentos.filter(({ status }) => isOpen(status));

export const completed = (documentos: readonly DocumentoResumo[]): number =>
  documentos.filter(({ status }) => status === 'ASSINADO').length;
