import type { EstadoPagamento, Fatura, StatusFatura } from '@rubrica/contract';
import { isoInBrasilia } from '../../core/brasilia.ts';
import type { MailedTokens } from '../../core/mailed-tokens.ts';
import { periodOf } from '../consumo/index.ts';
import type { FaturaRow } from './store.ts';

/** Whether an invoice is overdue depends on the current time, so it is computed and not stored. */
export function statusOf({ paga_em, vence_em }: Pick<FaturaRow, 'paga_em' | 'vence_em'>, now: Date): StatusFatura {
  if (paga_em !== null) return 'PAGA';
  return vence_em < now ? 'VENCIDA' : 'ABERTA';
}

/** @param payments null if nothing can be paid here because no Pix key is configured */
export function presentFatura(row: FaturaRow, payments: MailedTokens | null, now: Date): Fatura {
  const { id, token_hash } = row;
  return {
    id: row.id,
    numero: row.numero,
    periodo: periodOf(row.mes),
    itens: row.itens,
    totalCentavos: row.total_centavos,
    status: statusOf(row, now),
    emitidaEm: row.emitida_em.toISOString(),
    venceEm: isoInBrasilia(row.vence_em),
    linkPagamento:
      payments !== null && token_hash !== null && payments.tells(id, token_hash) ? payments.urlOf(id) : null,
  };
}

/** @param due when the oldest unpaid invoice is due */
export function estadoPagamento(due: Date | null, now: Date): EstadoPagamento {
  if (due === null) return 'EM_DIA';
  return due < now ? 'EM_ATRASO' : 'PENDENTE';
}
