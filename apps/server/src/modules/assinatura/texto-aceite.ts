import { CURRENT_TEXT } from '../certificados/index.ts';

/** The text a signer is asked to agree to; every earlier one is kept where certificates are made. */
export const TEXTO_ACEITE = CURRENT_TEXT;
