export { CURRENT_TEXT } from './acceptance-texts.ts';
export {
  COMPLETE_DOCUMENT,
  COMPLETION_JOB_DELAY_MS,
  type CompletionDeps,
  createCompletion,
  TimestampPending,
} from './concluir.ts';
export { findCertificado } from './emitir.ts';
export type { Operator, SealIdentity } from './pacote.ts';
export { FATORES, factorsInWords, moment } from './palavras.ts';
export { certificadosHandlers } from './routes.ts';
export { signedItems } from './signed-values.ts';
