import type { TicketFor } from '@rubrica/contract';
import type { ResolvedLink } from '../../core/call.ts';
import { sha256 } from '../../core/chain.ts';
import { notFound } from '../../core/problem.ts';
import type { Row } from '../../core/row.ts';
import { type Scope, scopeOf } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';

/** What an address that is shown inside another page was made for, whether or not it still opens anything. */
export interface Ticket {
  /** The signer's link, or the editor's session. */
  readonly link: ResolvedLink;
  readonly scope: Scope;
  /** The only origin whose pages may show it; null once the organization lists that no longer. */
  readonly origem: string | null;
}

type TicketRow = Row<
  'acesso.link_incorporado',
  { id: string; organizacao_id: string; ambiente: Scope['ambiente']; origem: string | null }
>;

export type TicketFinders = Readonly<Record<TicketFor, (ticket: string) => Promise<Ticket | null>>>;

/** Find what tickets were made for; null for one that was never made, or was forgotten. */
export function createTicketFinders(db: Database): TicketFinders {
  const of = ([row]: readonly TicketRow[]): Ticket | null =>
    row ? { link: { id: row.id }, scope: scopeOf(row.organizacao_id, row.ambiente), origem: row.origem } : null;
  return {
    signature: async (ticket) =>
      of(await db.look((sql) => sql<TicketRow[]>`select * from acesso.link_incorporado(${sha256(ticket)})`)),
    editing: async (ticket) =>
      of(await db.look((sql) => sql<TicketRow[]>`select * from acesso.edicao(${sha256(ticket)})`)),
  };
}

type TicketResolvers = Readonly<Record<TicketFor, (ticket: string) => Promise<Ticket>>>;

/** @throws 404 for a ticket that was never made; whether it still opens anything is judged under its lock */
export function createTicketResolvers(finders: TicketFinders): TicketResolvers {
  const resolving = (kind: TicketFor) => async (ticket: string) => {
    const found = await finders[kind](ticket);
    if (!found) throw notFound();
    return found;
  };
  return { signature: resolving('signature'), editing: resolving('editing') };
}
