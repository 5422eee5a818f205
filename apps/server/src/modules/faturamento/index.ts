export { fecharFaturas } from './fechar.ts';
export { faturamentoHandlers } from './routes.ts';
