import { defineModule } from '../../core/module.ts';
import { faturamentoHandlers } from './routes.ts';
import { sweeps } from './sweeps.ts';

export const faturamento = defineModule({ handlers: faturamentoHandlers, sweeps });

export { closeInvoices } from './close.ts';
export { createPaymentTokens, type Pagamento, readPayment } from './payment.ts';
export type { PixReceiver } from './pix.ts';
