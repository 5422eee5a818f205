import type { TipoCampo } from './enums.ts';

/** How a text is validated and formatted. */
export type TextFormat = 'CPF' | 'CNPJ' | 'EMAIL';

/**
 * What a filled field of a type contains, and where that comes from.
 *
 * - `MARK`: the signature or the initials, made once for all fields of the type; `mark` is the property of `assinar`
 *   that carries it.
 * - `PICTURE`: the field's own picture.
 * - `CHECK`: a check mark.
 * - `SIGNING_DAY`: the day of signing, which nobody types.
 * - `TEXT`: typed text, on one line or on `several`; `from` is the signer's datum used if nothing was typed.
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

/** Everything the code needs to know about a field type. A new one is named in enums.ts; the compiler asks for the rest. */
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

/**
 * A fraction of a page as places of fields have it. Six decimals are a thousandth of a point on A4, and the same number
 * after a journey through JSON.
 */
export const roundFraction = (value: number): number => Math.round(value * 1e6) / 1e6;

/**
 * What a new field of a type measures, in points (1/72 inch), where nobody says: room for its usual content at a size
 * that is read on paper.
 */
export const FIELD_SIZES: Readonly<Record<TipoCampo, readonly [width: number, height: number]>> = {
  ASSINATURA: [180, 54],
  RUBRICA: [72, 36],
  NOME: [180, 20],
  DATA: [84, 20],
  CPF: [108, 20],
  CNPJ: [132, 20],
  EMAIL: [180, 20],
  TEXTO: [180, 20],
  CHECKBOX: [18, 18],
  IMAGEM: [120, 90],
};

/** Whether it is drawn by a person, who must therefore own the field. */
export const isDrawn = (tipo: TipoCampo): boolean => FIELD_KINDS[tipo].holds === 'MARK';

/** Whether it may contain a picture. */
export const takesPicture = (tipo: TipoCampo): boolean => ['MARK', 'PICTURE'].includes(FIELD_KINDS[tipo].holds);

/** Whether the sender may fill it. */
export const isWritten = (tipo: TipoCampo): boolean => ['TEXT', 'CHECK'].includes(FIELD_KINDS[tipo].holds);

/** Whether its text may have several lines. */
export function hasSeveralLines(tipo: TipoCampo): boolean {
  const kind = FIELD_KINDS[tipo];
  return kind.holds === 'TEXT' && kind.several;
}

/** How its text is validated and formatted; null if any text is allowed. */
export function formatOf(tipo: TipoCampo): TextFormat | null {
  const kind = FIELD_KINDS[tipo];
  return kind.holds === 'TEXT' ? kind.format : null;
}
