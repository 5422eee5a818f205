import { isPending } from './people.ts';
import type { DocumentoRow, SignatarioRow } from './rows.ts';

/**
 * The signers whose turn it is: in an ordered document those with the lowest order that somebody has yet to finish,
 * equal orders in parallel; otherwise everyone pending. A missing order comes last.
 */
export function whoseTurn(ordenado: boolean, signatarios: readonly SignatarioRow[]): SignatarioRow[] {
  const pending = signatarios.filter(isPending);
  if (!ordenado) return pending;
  const orderOf = (signatario: SignatarioRow) => signatario.ordem ?? Number.POSITIVE_INFINITY;
  const lowest = Math.min(...pending.map(orderOf));
  return pending.filter((signatario) => orderOf(signatario) === lowest);
}

/** The documents of an envelope, in the order in which signers go through them. */
export function inEnvelopeOrder(a: DocumentoRow, b: DocumentoRow): number {
  const places = (a.envelope_posicao ?? 0) - (b.envelope_posicao ?? 0);
  return places || a.criado_em.getTime() - b.criado_em.getTime() || (a.id < b.id ? -1 : 1);
}
