export type { LogOptions } from './log/check.ts';
export { parseVerifierKey, type VerifierKey } from './log/note.ts';
export { type Policy, parsePolicy } from './log/policy.ts';
export type { Item, Level, Report, Resultado } from './report.ts';
export { LEVELS, RESULTS } from './report.ts';
export { renderText } from './text.ts';
export { parseFingerprint, parsePem, parseSeals, parseSealText, type TrustedSeal } from './trust.ts';
export { Unreadable } from './unreadable.ts';
export { type VerifyOptions, verify } from './verify.ts';
