import type { EstadoPagamento, Fatura, StatusFatura } from '@rubrica/contract';
import { isoInBrasilia } from '../../core/brasilia.ts';
import { periodoDe } from '../consumo/index.ts';
import type { FaturaRow } from './store.ts';

/** Overdue is a matter of the hour, so it is told when asked and stored nowhere. */
function statusOf({ paga_em, vence_em }: FaturaRow, now: Date): StatusFatura {
  if (paga_em !== null) return 'PAGA';
  return vence_em < now ? 'VENCIDA' : 'ABERTA';
}

export function presentFatura(row: FaturaRow, now: Date): Fatura {
  return {
    id: row.id,
    numero: row.numero,
    periodo: periodoDe(row.mes),
    itens: row.itens,
    totalCentavos: row.total_centavos,
    status: statusOf(row, now),
    emitidaEm: row.emitida_em.toISOString(),
    venceEm: isoInBrasilia(row.vence_em),
    // No payment provider is part of the service; the operator collects by other means.
    linkPagamento: null,
  };
}

/** @param due when the oldest unpaid invoice falls due */
export function estadoPagamento(due: Date | null, now: Date): EstadoPagamento {
  if (due === null) return 'EM_DIA';
  return due < now ? 'EM_ATRASO' : 'PENDENTE';
}
