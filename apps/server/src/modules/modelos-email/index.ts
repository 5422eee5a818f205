import { defineModule } from '../../core/module.ts';
import { modelosEmailHandlers } from './routes.ts';

export const modelosEmail = defineModule({ handlers: modelosEmailHandlers });

export { MODELOS_EMAIL } from './modelos.ts';
export { checkModeloEmail, cleanText } from './rules.ts';
export { type InvitationWords, isModeloEmail, wordsOf } from './store.ts';
