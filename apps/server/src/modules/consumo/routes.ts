import { MEASUREMENT_TYPES } from '@rubrica/contract';
import { addMonths, isoInBrasilia, monthOf, startOfDay } from '../../core/brasilia.ts';
import type { Handlers } from '../../core/call.ts';
import type { Cursors } from '../../core/cursor.ts';
import { pageOf } from '../../core/page.ts';
import { allowanceOf, excessOf, findPlano } from './plans.ts';
import type { RequestMeter } from './requests.ts';
import { countMedicoes, listMedicoes, sumsOf } from './store.ts';

export interface ConsumoDeps {
  readonly cursors: Cursors;
  readonly requests: RequestMeter;
}

/** A month's limits, as shown for a period. @param month the month's first day */
export function periodOf(month: string): { inicio: string; fim: string } {
  return { inicio: isoInBrasilia(startOfDay(month)), fim: isoInBrasilia(startOfDay(addMonths(month, 1))) };
}

/** Consumption. This process's unwritten counts are flushed before reading. */
export function consumoHandlers(deps: ConsumoDeps): Handlers<'obterConsumo' | 'listarExtrato'> {
  return {
    obterConsumo: async (call) => {
      await deps.requests.flush();
      return call.read(async (tx) => {
        const month = monthOf(tx.realNow);
        const plano = await findPlano(tx);
        const sums = await sumsOf(tx, month);
        const medicoes = MEASUREMENT_TYPES.map((tipo) => {
          const quantidade = sums.get(tipo) ?? 0;
          const { excedente, valorCentavos } = excessOf(plano, tipo, quantidade);
          const franquia = allowanceOf(plano, tipo);
          return { tipo, quantidade, franquia, excedente, valorExcedenteCentavos: valorCentavos };
        });
        return { body: { periodo: periodOf(month), medicoes } };
      });
    },

    listarExtrato: async (call) => {
      await deps.requests.flush();
      return call.read(async (tx) => {
        const { organizacaoId, ambiente } = tx.scope;
        const { tipo } = call.query;
        const filters = { listagem: 'extrato', organizacaoId, ambiente, tipo: tipo ?? null };
        const body = await pageOf(deps.cursors, tx.realNow, call.query, filters, {
          page: (after, limit) => listMedicoes(tx, tipo, after, limit),
          total: () => countMedicoes(tx, tipo),
          key: (row) => [row.ocorrido_em.toISOString(), row.id],
          present: (row) => ({
            id: row.id,
            tipo: row.tipo,
            quantidade: row.quantidade,
            ocorridoEm: row.ocorrido_em.toISOString(),
            documentoId: row.documento_id,
            descricao: row.descricao ?? '',
          }),
        });
        return { body };
      });
    },
  };
}
