import { defineModule } from '../../core/module.ts';
import { modelosEmailHandlers } from './routes.ts';

export const modelosEmail = defineModule({ handlers: modelosEmailHandlers });

export { findModeloEmail, MODELOS_EMAIL } from './modelos.ts';
