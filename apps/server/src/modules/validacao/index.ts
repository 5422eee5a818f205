import { defineModule } from '../../core/module.ts';
import { validacaoHandlers } from './routes.ts';

export const validacao = defineModule({ handlers: validacaoHandlers });

export { countConsult, createValidator, type Validate } from './routes.ts';
