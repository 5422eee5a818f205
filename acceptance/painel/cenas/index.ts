import type { Scene } from './cena.ts';
import { CONTA } from './conta.ts';
import { DOCUMENTOS } from './documentos.ts';
import { EDITOR } from './editor.ts';
import { ENVELOPES } from './envelopes.ts';
import { INTEGRACAO } from './integracao.ts';
import { MODELOS } from './modelos.ts';
import { ORGANIZACAO } from './organizacao.ts';

export type { Cast, Scene } from './cena.ts';
export { castOf } from './cena.ts';

/** Every screen of the panel, part by part. */
export const PARTS: readonly (readonly Scene[])[] = [
  CONTA,
  DOCUMENTOS,
  EDITOR,
  ENVELOPES,
  INTEGRACAO,
  MODELOS,
  ORGANIZACAO,
];
