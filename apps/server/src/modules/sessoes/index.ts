export { createConfirmationTokens } from './confirmar-email.ts';
export { totpContext } from './desafio.ts';
export { SESSOES_JOBS, sessoesJobs } from './jobs.ts';
export { encerrarOrganizacao, posseHandlers } from './organizacao.ts';
export { createResetTokens } from './recuperar.ts';
export { type SessoesDeps, sessoesHandlers } from './routes.ts';
export { cookieIsSecure } from './tokens.ts';
