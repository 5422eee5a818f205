import { FIELD_TYPES, type TipoCampo } from './enums.ts';
import { FIELD_KINDS } from './field-kinds.ts';

/** Rules that no schema keyword expresses, in Portuguese, for the descriptions of fields and the guide. */

/**
 * The pattern of a text that a person writes for others to read: not only spaces. The service also refuses characters in it that turn
 * the direction of what follows (`turning`).
 */
export const WRITTEN = '\\S';
/** For text drawn in the signed file or the certificate. */
export const DRAWN = 'Só caracteres que as fontes do PDF desenham; os demais são recusados pelo nome.';
/** For a CPF or CNPJ that the server checks. */
export const CHECKED_DIGITS = 'Com ou sem pontuação, com dígitos verificadores corretos.';
/** For a numeric query parameter. */
export const DIGITS = 'Só algarismos.';

const DIGITS_OF = {
  CPF: 'um CPF de dígitos verificadores corretos',
  CNPJ: 'um CNPJ de dígitos verificadores corretos',
};

/** What the sender may prefill in a field of this type (`valorPadrao`), in Portuguese, for integrators. */
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

/** The same for all types, grouping those with the same rule. */
export const defaultsByType = (): string =>
  [...new Set(FIELD_TYPES.map(defaultInWords))]
    .map((words) => `${FIELD_TYPES.filter((tipo) => defaultInWords(tipo) === words).join(', ')}: ${words}`)
    .join('; ');
