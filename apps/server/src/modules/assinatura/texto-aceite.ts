import { CURRENT_TEXT } from '../certificados/index.ts';

/** The text signers are asked to agree to; all earlier ones are kept with the code that makes certificates. */
export const TEXTO_ACEITE = CURRENT_TEXT;
