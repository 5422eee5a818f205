export { findModeloEmail, MODELOS_EMAIL } from './modelos.ts';
export { modelosEmailHandlers } from './routes.ts';
