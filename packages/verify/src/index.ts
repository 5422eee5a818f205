export type { Item, Relatorio } from './report.ts';
export { renderText } from './text.ts';
export { type VerifyOptions, verify } from './verify.ts';
