import { defineModule } from '../../core/module.ts';
import { type ContaDeps, contaHandlers } from './conta.ts';
import { totpContext } from './desafio.ts';
import { jobs } from './jobs.ts';
import { ownershipHandlers } from './organizacao.ts';
import { QUEUES } from './queues.ts';
import { type SessoesDeps, sessoesHandlers } from './routes.ts';
import { sweeps } from './sweeps.ts';

export const sessoes = defineModule({
  handlers: (deps: SessoesDeps & ContaDeps) => ({
    ...sessoesHandlers(deps),
    ...contaHandlers(deps),
    ...ownershipHandlers(deps),
  }),
  queues: QUEUES,
  jobs,
  sweeps,
  encrypted: { 'usuario.totp_segredo': totpContext },
});

export { createConfirmationTokens } from './confirmar-email.ts';
export { createEmailChangeTokens } from './email-change.ts';
export { createResetTokens } from './recuperar.ts';
export { cookieIsSecure } from './tokens.ts';
