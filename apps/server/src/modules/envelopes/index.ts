export { envelopesHandlers } from './routes.ts';
