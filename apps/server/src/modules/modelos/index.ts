export { type ModelosDeps, modelosHandlers } from './routes.ts';
