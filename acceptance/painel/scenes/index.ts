import { ACCOUNT } from './account.ts';
import { DOCUMENTOS } from './documentos.ts';
import { EDITOR } from './editor.ts';
import { ENVELOPES } from './envelopes.ts';
import { INTEGRATION } from './integration.ts';
import { MODELOS } from './modelos.ts';
import { ORGANIZACAO } from './organizacao.ts';
import type { Scene } from './scene.ts';

export type { Cast, Scene } from './scene.ts';
export { castOf } from './scene.ts';

/** Every screen of the panel, part by part. */
export const PARTS: readonly (readonly Scene[])[] = [
  ACCOUNT,
  DOCUMENTOS,
  EDITOR,
  ENVELOPES,
  INTEGRATION,
  MODELOS,
  ORGANIZACAO,
];
