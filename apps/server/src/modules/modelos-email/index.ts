export { findModeloEmail } from './modelos.ts';
export { modelosEmailHandlers } from './routes.ts';
