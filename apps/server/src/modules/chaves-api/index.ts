export { type ChavesApiDeps, chavesApiHandlers } from './routes.ts';
