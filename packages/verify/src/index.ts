export type { Item, Report, Resultado } from './report.ts';
export { RESULTS } from './report.ts';
export { renderText } from './text.ts';
export { parseFingerprint, parsePem, parseSeals, parseSealText, type TrustedSeal } from './trust.ts';
export { Unreadable } from './unreadable.ts';
export { type VerifyOptions, verify } from './verify.ts';
