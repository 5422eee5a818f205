import { defineModule } from '../../core/module.ts';
import { faturamentoHandlers } from './routes.ts';
import { sweeps } from './sweeps.ts';

export const faturamento = defineModule({ handlers: faturamentoHandlers, sweeps });

export { fecharFaturas } from './fechar.ts';
export { createPaymentTokens, lerPagamento, type Pagamento } from './pagamento.ts';
export type { PixReceiver } from './pix.ts';
