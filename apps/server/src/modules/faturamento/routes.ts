import type { Handlers } from '../../core/call.ts';
import type { Cursors } from '../../core/cursor.ts';
import type { MailedTokens } from '../../core/mailed-tokens.ts';
import { pageOf } from '../../core/page.ts';
import { findPlano } from '../consumo/index.ts';
import type { PixReceiver } from './pix.ts';
import { estadoPagamento, presentFatura } from './present.ts';
import { countFaturas, listFaturas, oldestUnpaidDue } from './store.ts';

export interface FaturamentoDeps {
  readonly cursors: Cursors;
  readonly payments: MailedTokens;
  /** Null if no Pix key is configured: invoices then have no payment page. */
  readonly pix: PixReceiver | null;
}

export function faturamentoHandlers(deps: FaturamentoDeps): Handlers<'obterPlano' | 'listarFaturas'> {
  return {
    obterPlano: (call) =>
      call.read(async (tx) => {
        const { codigo, nome, franquias, permiteExcedente, precoCentavos } = await findPlano(tx);
        const estado = estadoPagamento(await oldestUnpaidDue(tx), tx.realNow);
        const plano = { codigo, nome, franquias: [...franquias], permiteExcedente, precoCentavos };
        return { body: { ...plano, estadoPagamento: estado } };
      }),

    listarFaturas: (call) =>
      call.read(async (tx) => {
        const { organizacaoId, ambiente } = tx.scope;
        const filters = { listagem: 'faturas', organizacaoId, ambiente };
        const body = await pageOf(deps.cursors, tx.realNow, call.query, filters, {
          page: (after, limit) => listFaturas(tx, after, limit),
          total: () => countFaturas(tx),
          key: (row) => [row.mes],
          present: (row) => presentFatura(row, deps.pix && deps.payments, tx.realNow),
        });
        return { body };
      }),
  };
}
