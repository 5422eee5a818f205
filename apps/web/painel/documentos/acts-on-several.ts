import type { DocumentoResumo } from '@rubrica/contract';
import { allows } from './state.ts';

/** Acts on several documents. Each says for which it does something. */
export const ACTS = {
  reenviar: { operacao: 'reenviarDocumento', applies: (documento: DocumentoResumo) => allows('RESEND', documento) },
  baixar: { operacao: 'baixarArquivo', applies: () => true },
  mover: { operacao: 'moverDocumento', applies: () => true },
  cancelar: { operacao: 'cancelarDocumento', applies: (documento: DocumentoResumo) => allows('CANCEL', documento) },
  excluir: { operacao: 'excluirDocumento', applies: (documento: DocumentoResumo) => allows('DELETE', documento) },
} as const;
export type Act = keyof typeof ACTS;

/** Acts that change something: what none of them may be done to is not offered for choosing. */
export const CHANGES = (Object.keys(ACTS) as Act[]).filter((act) => act !== 'baixar');
