import type { Chamada, EntregaWebhook, EventoWebhookEnvelope, MensagemCaixa, Webhook } from '@rubrica/contract';

/** What happens in the sandbox, by kind. */
export const KINDS = ['chamada', 'mensagem', 'evento', 'entrega'] as const;
export type Kind = (typeof KINDS)[number];

/** Something at a moment, as the listings tell it. */
export type TimelineItem = { readonly id: string; readonly at: string } & (
  | { readonly kind: 'chamada'; readonly one: Chamada }
  | { readonly kind: 'mensagem'; readonly one: MensagemCaixa }
  | { readonly kind: 'evento'; readonly one: EventoWebhookEnvelope }
  | { readonly kind: 'entrega'; readonly one: EntregaWebhook; readonly webhook: Webhook }
);

/** The newest of a listing, and whether there are older ones. */
export interface Newest {
  readonly items: readonly TimelineItem[];
  readonly more: boolean;
}

/** Instants are compared as numbers: listings write them alike, but nothing says so. */
const timeOf = ({ at }: TimelineItem) => Date.parse(at);

/**
 * The newest of every listing in one, newest first, as far back as all of them are known: what is left out of one listing
 * must not look as if it had not happened.
 * @returns since when it is whole; null from the beginning
 */
export function together(lists: readonly Newest[]): { items: TimelineItem[]; since: string | null } {
  const ends = lists.flatMap(({ items, more }) => (more ? (items.at(-1) ?? []) : []));
  const since = ends.toSorted((a, b) => timeOf(b) - timeOf(a))[0] ?? null;
  const whole = lists.flatMap(({ items }) => items).filter((one) => since === null || timeOf(one) >= timeOf(since));
  return { items: whole.toSorted((a, b) => timeOf(b) - timeOf(a)), since: since?.at ?? null };
}
