import type { TipoCampo } from './enums.ts';

/** How a text is checked and written. */
export type TextFormat = 'CPF' | 'CNPJ' | 'EMAIL';

/**
 * What stands in a field of some type once it is filled, and where that comes from.
 *
 * - `MARK`: the signature or the initials, made once for all fields of the type; the member of `assinar` that brings it.
 * - `PICTURE`: a picture of the field's own.
 * - `CHECK`: a check mark.
 * - `SIGNING_DAY`: the day of signing, which nobody types.
 * - `TEXT`: what is typed, on one line or on `several`; `from` is what of the signer stands there where nothing was.
 */
export type FieldKind =
  | { readonly holds: 'MARK'; readonly mark: 'assinatura' | 'rubrica' }
  | { readonly holds: 'PICTURE' }
  | { readonly holds: 'CHECK' }
  | { readonly holds: 'SIGNING_DAY' }
  | {
      readonly holds: 'TEXT';
      readonly several: boolean;
      readonly format: TextFormat | null;
      readonly from: 'nome' | 'email' | 'cpf' | null;
    };

/** Everything that is asked of a field's type. A type that is added is added here, and the compiler asks for the rest. */
export const FIELD_KINDS: Readonly<Record<TipoCampo, FieldKind>> = {
  ASSINATURA: { holds: 'MARK', mark: 'assinatura' },
  RUBRICA: { holds: 'MARK', mark: 'rubrica' },
  NOME: { holds: 'TEXT', several: false, format: null, from: 'nome' },
  DATA: { holds: 'SIGNING_DAY' },
  CPF: { holds: 'TEXT', several: false, format: 'CPF', from: 'cpf' },
  CNPJ: { holds: 'TEXT', several: false, format: 'CNPJ', from: null },
  EMAIL: { holds: 'TEXT', several: false, format: 'EMAIL', from: 'email' },
  TEXTO: { holds: 'TEXT', several: true, format: null, from: null },
  CHECKBOX: { holds: 'CHECK' },
  IMAGEM: { holds: 'PICTURE' },
};

/** Whether somebody draws it, who therefore has to own the field. */
export const isDrawn = (tipo: TipoCampo): boolean => FIELD_KINDS[tipo].holds === 'MARK';

/** Whether a picture may stand in it. */
export const takesPicture = (tipo: TipoCampo): boolean => ['MARK', 'PICTURE'].includes(FIELD_KINDS[tipo].holds);

/** Whether the sender may fill it. */
export const isWritten = (tipo: TipoCampo): boolean => ['TEXT', 'CHECK'].includes(FIELD_KINDS[tipo].holds);

/** Whether its text may have several lines. */
export function hasSeveralLines(tipo: TipoCampo): boolean {
  const kind = FIELD_KINDS[tipo];
  return kind.holds === 'TEXT' && kind.several;
}

/** How its text is checked and written; null where any text will do. */
export function formatOf(tipo: TipoCampo): TextFormat | null {
  const kind = FIELD_KINDS[tipo];
  return kind.holds === 'TEXT' ? kind.format : null;
}
