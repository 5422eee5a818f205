import { defineModule } from '../../core/module.ts';
import { modelosHandlers } from './routes.ts';

export const modelos = defineModule({ handlers: modelosHandlers });
