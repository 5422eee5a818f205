import type { Ambiente } from './enums.ts';

/** Where each environment's open log is served, below the address of the installation (docs/adr/0085). */
export const LOG_PATHS: Readonly<Record<Ambiente, string>> = { PRODUCAO: '/registro', TESTE: '/registro/teste' };

/** Where the proof that a document's conclusion is in its environment's log is, by the document's validation code. */
export const conclusionProofPath = (ambiente: Ambiente, code: string): string =>
  `${LOG_PATHS[ambiente]}/prova/${encodeURIComponent(code)}?de=CONCLUSAO`;
