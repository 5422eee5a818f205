export { createValidator, type Validate, validacaoHandlers } from './routes.ts';
