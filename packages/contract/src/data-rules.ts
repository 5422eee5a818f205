import { TIPOS_CAMPO, type TipoCampo } from './enums.ts';
import { FIELD_KINDS } from './field-kinds.ts';

/** Rules that no keyword of a schema tells, as the descriptions of fields and the guide say them, in Portuguese. */

/** Of text that the signed file or the certificate draws. */
export const DRAWN = 'Só caracteres que as fontes do PDF desenham; os demais são recusados pelo nome.';
/** Of a CPF or CNPJ that the server checks. */
export const CHECKED_DIGITS = 'Com ou sem pontuação, com dígitos verificadores corretos.';
/** Of a number of the query. */
export const DIGITS = 'Só algarismos.';

const DIGITS_OF = {
  CPF: 'um CPF de dígitos verificadores corretos',
  CNPJ: 'um CNPJ de dígitos verificadores corretos',
};

/** What the sender may fill a field of the type with (`valorPadrao`), in Portuguese, for who writes a request. */
export function defaultInWords(tipo: TipoCampo): string {
  const kind = FIELD_KINDS[tipo];
  switch (kind.holds) {
    case 'TEXT':
      return kind.format === 'CPF' || kind.format === 'CNPJ' ? DIGITS_OF[kind.format] : 'um texto';
    case 'CHECK':
      return '`true` ou `false`';
    case 'SIGNING_DAY':
      return 'um texto em campo sem dono; no de uma pessoa fica o dia em que ela assina';
    case 'MARK':
    case 'PICTURE':
      return 'nenhum';
  }
}

/** The same of all types, those alike together. */
export const defaultsByType = (): string =>
  [...Map.groupBy(TIPOS_CAMPO, defaultInWords)].map(([words, types]) => `${types.join(', ')}: ${words}`).join('; ');
