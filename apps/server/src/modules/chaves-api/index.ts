import { defineModule } from '../../core/module.ts';
import { chavesApiHandlers } from './routes.ts';

export const chavesApi = defineModule({ handlers: chavesApiHandlers });
