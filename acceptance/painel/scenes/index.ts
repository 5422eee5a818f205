import { ACCOUNT } from './account.ts';
import { CONTATOS } from './contatos.ts';
import { DOCUMENTOS } from './documentos.ts';
import { EDITOR } from './editor.ts';
import { ENVELOPES } from './envelopes.ts';
import { HOME } from './home.ts';
import { INTEGRATION } from './integration.ts';
import { MODELOS } from './modelos.ts';
import { ORGANIZACAO } from './organizacao.ts';
import type { Scene } from './scene.ts';

export type { Cast, Scene } from './scene.ts';
export { castOf } from './scene.ts';

/** Every screen of the panel, part by part. */
export const PARTS: readonly (readonly Scene[])[] = [
  ACCOUNT,
  CONTATOS,
  DOCUMENTOS,
  EDITOR,
  ENVELOPES,
  HOME,
  INTEGRATION,
  MODELOS,
  ORGANIZACAO,
];
