import { timingSafeEqual } from 'node:crypto';
import { EMBEDDED_SESSION_TTL_MS, type TicketFor } from '@rubrica/contract';
import type { ResolvedLink } from '../../core/call.ts';
import { sha256 } from '../../core/chain.ts';
import { notFound } from '../../core/problem.ts';
import type { Row } from '../../core/row.ts';
import { type Scope, scopeOf } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';

/** What an address that is no personal link was made for, whether or not it still opens anything. */
export interface Ticket {
  /** The signer's link, the editor's session, the form, or the visitor's request. */
  readonly link: ResolvedLink;
  readonly scope: Scope;
  /** The only origin whose pages may show it; null if none may, also once the organization lists it no longer. */
  readonly origem: string | null;
}

type TicketRow = Row<
  'acesso.link_incorporado',
  { id: string; organizacao_id: string; ambiente: Scope['ambiente']; origem: string | null }
>;

/** Public, so it is stored as it is; nothing else is looked up. */
const FORM_TOKEN = /^[\w-]{22}$/;

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
    form: async (ticket) =>
      FORM_TOKEN.test(ticket)
        ? of(await db.look((sql) => sql<TicketRow[]>`select * from acesso.formulario(${ticket})`))
        : null,
    'form-request': async (ticket) =>
      of(await db.look((sql) => sql<TicketRow[]>`select * from acesso.pedido_de_formulario(${sha256(ticket)})`)),
  };
}

/** What is kept of the one session that a ticket opens. */
interface Kept {
  /** When the ticket can no longer be opened and, once it was, when its session ends. */
  readonly expira_em: Date;
  /** Of the secret of whoever opened it; null until somebody does. */
  readonly chave_hash: Buffer | null;
}

/**
 * The session of a ticket, for whoever opens it with a key of theirs: whoever began it has it again with the same key, as a
 * page that was reloaded must; to anybody else the ticket is used up.
 * @returns null where it is another's, or over; `begins` where this opens it, and what is kept has to be written
 */
export function sessionOf(kept: Kept, chave: string, now: Date): (Kept & { readonly begins: boolean }) | null {
  const given = sha256(chave);
  if (kept.expira_em <= now) return null;
  if (kept.chave_hash !== null) return timingSafeEqual(kept.chave_hash, given) ? { ...kept, begins: false } : null;
  return { expira_em: new Date(now.getTime() + EMBEDDED_SESSION_TTL_MS), chave_hash: given, begins: true };
}

type TicketResolvers = Readonly<Record<TicketFor, (ticket: string) => Promise<Ticket>>>;

/** @throws 404 for a ticket that was never made; whether it still opens anything is judged under its lock */
export function createTicketResolvers(finders: TicketFinders): TicketResolvers {
  const resolving = (kind: TicketFor) => async (ticket: string) => {
    const found = await finders[kind](ticket);
    if (!found) throw notFound();
    return found;
  };
  return {
    signature: resolving('signature'),
    editing: resolving('editing'),
    form: resolving('form'),
    'form-request': resolving('form-request'),
  };
}
