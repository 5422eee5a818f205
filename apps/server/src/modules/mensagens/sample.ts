import type { Rendered } from './frame.ts';

/** One message of the gallery. */
export interface Sample {
  /** Part of the gallery's addresses. */
  readonly id: string;
  readonly nome: string;
  /** Who receives it, and when. */
  readonly when: string;
  readonly message: Rendered;
}

export interface SampleInput {
  /** `{public_url}` */
  readonly publicUrl: string;
  readonly now: Date;
  /** PNG in a data URI. */
  readonly logo: string;
  /** The templates of an invitation. */
  readonly modelos: readonly { readonly nome: string; readonly assunto: string; readonly corpo: string }[];
}

/** 43 characters, like the tokens of links. */
export const TOKEN = 'exemplo-de-link-que-nao-abre-documento-00000';
