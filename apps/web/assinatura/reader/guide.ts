import type { SessaoAssinatura } from '@rubrica/contract';
import { awaits, type Given, problemOf } from '../fields.ts';
import { type Campo, type Documento, fieldsOf, openDocuments } from '../steps.ts';

/** What the one button of the document leads to. */
export type Next =
  | { readonly to: 'page'; readonly number: number }
  | { readonly to: 'field'; readonly campo: Campo }
  | { readonly to: 'document'; readonly documento: Documento }
  | { readonly to: 'review' };

/** Where a person is in the pass over the documents. */
export interface Place {
  readonly session: SessaoAssinatura;
  readonly given: Given;
  /** The document that is shown, and its pages that were on the screen. */
  readonly documento: Documento;
  readonly seen: ReadonlySet<number>;
  /** Fields that were come to, by whatever way. */
  readonly visited: ReadonlySet<string>;
  /** The field one is at, if any. */
  readonly at: string | null;
}

/** The first page that was not on the screen yet. */
function unseenPage({ documento, seen }: Place): number | null {
  for (let number = 1; number <= documento.paginas; number += 1) if (!seen.has(number)) return number;
  return null;
}

/**
 * The pages of a document first, as it is to be read before it is signed; then what it waits for, each field that lacks
 * something, and once each one that may stay empty and is; then the next document, and at last the review. A field that
 * has its value, and the day, which nobody types, are no stops.
 */
export function upNext(place: Place): Next {
  const { session, given, documento, visited, at } = place;
  const number = unseenPage(place);
  if (number !== null) return { to: 'page', number };
  const fields = fieldsOf(session);
  const here = fields.findIndex(({ campo }) => campo.id === at);
  const stops = fields.filter(
    ({ campo }) =>
      campo.id !== at &&
      (problemOf(campo, given, session) !== null || (awaits(campo, given, session) && !visited.has(campo.id))),
  );
  const own = stops.filter((stop) => stop.documento.id === documento.id);
  const stop = own.find((one) => fields.indexOf(one) > here) ?? own[0];
  if (stop) return { to: 'field', campo: stop.campo };
  const unread = openDocuments(session).find(({ id, leitura }) => id !== documento.id && !leitura.concluida);
  if (unread) return { to: 'document', documento: unread };
  return stops[0] ? { to: 'field', campo: stops[0].campo } : { to: 'review' };
}
