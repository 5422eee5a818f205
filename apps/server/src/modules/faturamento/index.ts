export { fecharFaturas } from './fechar.ts';
export { createPaymentTokens, lerPagamento, type Pagamento } from './pagamento.ts';
export type { PixReceiver } from './pix.ts';
export { faturamentoHandlers } from './routes.ts';
