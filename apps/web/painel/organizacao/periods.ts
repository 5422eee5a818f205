import type { CategoriaRetencao, PoliticaRetencao } from '@rubrica/contract';
import { RETENTION_CATEGORIES } from '@rubrica/contract/enums';
import { CONCLUDED_RETENTION_MIN_DAYS } from '@rubrica/contract/limits';

/** Periods as they stand in the form: days as typed, or null for none. */
export type Periods = Readonly<Record<CategoriaRetencao, string | null>>;

const MAX_DAYS = 36_525;

export function periodsOf(politicas: readonly PoliticaRetencao[]): Periods {
  const dias = (categoria: CategoriaRetencao) => politicas.find((one) => one.categoria === categoria)?.dias;
  return Object.fromEntries(RETENTION_CATEGORIES.map((one) => [one, dias(one)?.toString() ?? null])) as Periods;
}

/** What is wrong with a period, by the rules the service holds. */
export function deadlineIssue(
  categoria: CategoriaRetencao,
  periods: Periods,
): 'whole' | 'fiveYears' | 'beyondCompleted' | null {
  const value = periods[categoria];
  if (value === null) return null;
  const days = Number(value);
  if (!/^\d+$/.test(value) || days < 1 || days > MAX_DAYS) return 'whole';
  if (categoria === 'CONCLUIDO' && days < CONCLUDED_RETENTION_MIN_DAYS) return 'fiveYears';
  const concluded = periods.CONCLUIDO;
  const beyond = categoria === 'CANCELADO_OU_EXPIRADO' && concluded !== null && days > Number(concluded);
  return beyond ? 'beyondCompleted' : null;
}

/** Whether a change lets something be erased sooner. */
export const shortens = (before: string | null, after: string | null): boolean =>
  after !== null && (before === null || Number(after) < Number(before));
