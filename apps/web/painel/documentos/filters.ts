import type { StatusDocumento } from '@rubrica/contract';
import { DOCUMENT_STATUSES } from '@rubrica/contract/enums';

/** What the list shows and in which order, as its address has it. No part of a page: pure. */

/** By which instant documents are listed, the newest first. */
export const ORDERS = ['criadoEm', 'atualizadoEm', 'finalizadoEm'] as const;
export type Order = (typeof ORDERS)[number];

/** Days up to today that a period can be, today included. */
export const PERIODS = [1, 7, 30, 90] as const;

/** Of the instant that the list goes by: the last days, or days of the calendar, of which one may be left open. */
export type Period =
  | { readonly days: (typeof PERIODS)[number] }
  | { readonly from: string | null; readonly to: string | null };

export interface Filters {
  readonly status: StatusDocumento | null;
  readonly pastaId: string | null;
  readonly busca: string;
  readonly period: Period | null;
  readonly order: Order;
}

export const NO_FILTERS: Filters = {
  status: null,
  pastaId: null,
  busca: '',
  period: null,
  order: 'criadoEm',
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The orders that one index serves under these filters, however many documents there are: by creation always; by change
 * among all; by completion among those that are complete.
 */
export function ordersUnder({ status, pastaId }: Pick<Filters, 'status' | 'pastaId'>): Order[] {
  return ORDERS.filter((order) => {
    if (order === 'criadoEm') return true;
    if (pastaId !== null) return false;
    return status === null || (order === 'finalizadoEm' && status === 'ASSINADO');
  });
}

const dayOf = (text: string | null): string | null =>
  text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;

function periodOf(query: URLSearchParams): Period | null {
  const days = PERIODS.find((one) => String(one) === query.get('periodo'));
  if (days) return { days };
  const [from, to] = [dayOf(query.get('de')), dayOf(query.get('ate'))];
  return from === null && to === null ? null : { from, to };
}

/** The filters an address names; what it names wrongly is no filter. */
export function filtersOf(query: URLSearchParams): Filters {
  const status = query.get('estado');
  const folder = query.get('pasta');
  const filters = {
    status: DOCUMENT_STATUSES.find((one) => one === status) ?? null,
    pastaId: folder && UUID.test(folder) ? folder : null,
    busca: (query.get('busca') ?? '').slice(0, 200),
    period: periodOf(query),
  };
  return { ...filters, order: ordersUnder(filters).find((one) => one === query.get('ordem')) ?? 'criadoEm' };
}

function wantedPeriod(period: Period | null) {
  if (period === null) return { periodo: null, de: null, ate: null };
  if ('days' in period) return { periodo: String(period.days), de: null, ate: null };
  return { periodo: null, de: period.from, ate: period.to };
}

/** What some filters are in the address; null is nothing, undefined is not said. */
export const wantedOf = ({ status, pastaId, busca, period, order }: Partial<Filters>) => ({
  estado: status,
  pasta: pastaId,
  busca: busca?.trim() === '' ? null : busca,
  ...(period === undefined ? {} : wantedPeriod(period)),
  ordem: order === 'criadoEm' ? null : order,
});

/** The address of filters, empty ones left out. */
export const queryOf = (filters: Filters): URLSearchParams =>
  new URLSearchParams(Object.entries(wantedOf(filters)).filter((pair): pair is [string, string] => Boolean(pair[1])));

/** Whether anything is left out or in another order than that of the whole list. */
export const isFiltered = (filters: Filters): boolean => queryOf(filters).size > 0;

/** Of those, what deleted documents are narrowed by. */
export const narrowingOf = ({ status, busca }: Filters): Filters => ({ ...NO_FILTERS, status, busca });

const NAMES = {
  criadoEm: ['criadoDesde', 'criadoAte'],
  atualizadoEm: ['atualizadoDesde', 'atualizadoAte'],
  finalizadoEm: ['finalizadoDesde', 'finalizadoAte'],
} as const satisfies Record<Order, readonly [string, string]>;

/** The beginning of a day, or of one some days after it, where the person is. */
const startOf = (year: number, month: number, day: number): Date => new Date(year, month, day);
const partsOf = (day: string) => day.split('-').map(Number) as [number, number, number];

/** The two ends of a period as the service takes them; days are those of the person's own zone. */
function instantsOf(period: Period, now: Date): [from: Date | null, to: Date | null] {
  if ('days' in period) {
    return [startOf(now.getFullYear(), now.getMonth(), now.getDate() - period.days + 1), null];
  }
  const at = (day: string | null, later: number) => {
    if (day === null) return null;
    const [year, month, date] = partsOf(day);
    return startOf(year, month - 1, date + later);
  };
  const end = at(period.to, 1);
  return [at(period.from, 0), end && new Date(end.getTime() - 1)];
}

/** What is asked of the service. @param now decides which day today is */
export function askedFor({ status, pastaId, busca, period, order }: Filters, now = new Date()) {
  const text = busca.trim();
  const [from, to] = period ? instantsOf(period, now) : [null, null];
  const [since, until] = NAMES[order];
  return {
    ...(status ? { status } : {}),
    ...(pastaId ? { pastaId } : {}),
    ...(text ? { busca: text } : {}),
    ...(from ? { [since]: from.toISOString() } : {}),
    ...(to ? { [until]: to.toISOString() } : {}),
    ...(order === 'criadoEm' ? {} : { ordenarPor: order }),
  };
}
