export { type SessoesDeps, sessoesHandlers } from './routes.ts';
export { cookieIsSecure } from './tokens.ts';
