export { type PastasDeps, pastasHandlers } from './routes.ts';
