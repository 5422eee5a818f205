import type { CategoriaRetencao, PoliticaRetencao } from '@rubrica/contract';
import { CATEGORIAS_RETENCAO } from '@rubrica/contract/enums';
import { CONCLUDED_RETENTION_MIN_DAYS } from '@rubrica/contract/limits';

/** Periods as they stand in the form: days as typed, or null for none. */
export type Prazos = Readonly<Record<CategoriaRetencao, string | null>>;

const MAX_DAYS = 36_525;

export function prazosDe(politicas: readonly PoliticaRetencao[]): Prazos {
  const dias = (categoria: CategoriaRetencao) => politicas.find((one) => one.categoria === categoria)?.dias;
  return Object.fromEntries(CATEGORIAS_RETENCAO.map((one) => [one, dias(one)?.toString() ?? null])) as Prazos;
}

/** What is wrong with a period, by the rules the service holds. */
export function problemaDoPrazo(
  categoria: CategoriaRetencao,
  prazos: Prazos,
): 'inteiro' | 'cincoAnos' | 'passaDosConcluidos' | null {
  const value = prazos[categoria];
  if (value === null) return null;
  const days = Number(value);
  if (!/^\d+$/.test(value) || days < 1 || days > MAX_DAYS) return 'inteiro';
  if (categoria === 'CONCLUIDO' && days < CONCLUDED_RETENTION_MIN_DAYS) return 'cincoAnos';
  const concluded = prazos.CONCLUIDO;
  const beyond = categoria === 'CANCELADO_OU_EXPIRADO' && concluded !== null && days > Number(concluded);
  return beyond ? 'passaDosConcluidos' : null;
}

/** Whether a change lets something be erased sooner. */
export const encurta = (antes: string | null, depois: string | null): boolean =>
  depois !== null && (antes === null || Number(depois) < Number(antes));
