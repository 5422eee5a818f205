export { validacaoHandlers } from './routes.ts';
