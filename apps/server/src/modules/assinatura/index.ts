import { defineModule } from '../../core/module.ts';
import { authenticatorContext } from './factors/authenticator.ts';
import { jobs } from './jobs.ts';
import { QUEUES } from './queues.ts';
import { assinaturaHandlers } from './routes.ts';

export const assinatura = defineModule({
  handlers: assinaturaHandlers,
  queues: QUEUES,
  jobs,
  encrypted: { 'autenticador.segredo': authenticatorContext },
});

export { createCodes } from './factors/code-digits.ts';
export { maskEmail } from './mask.ts';
export { createPreparation, previewHandler } from './preview.ts';
export { createLinkResolver } from './sessao.ts';
