/**
 * Checks of Brazilian identifiers, of phone numbers and of days, for schemas, service and pages alike. Pure, without domain
 * terms: callers describe in their own terms what is wrong with a number.
 */

// Either bare or with all of the usual punctuation: a half-punctuated number is a typing mistake worth refusing.
export const CPF = /^([0-9]{11}|[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2})$/;
const CNPJ = /^(?:[0-9A-Z]{12}\d{2}|[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2})$/i;
export const E164 = /^\+[1-9][0-9]{7,14}$/;

/** The form that is stored and compared: no punctuation, upper case. Does not check validity. */
export function normaliseTaxId(text: string): string {
  return text.replace(/[./-]/g, '').toUpperCase();
}

/** Only the digits, for an identifier that has nothing else: a CPF without its punctuation. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Whether the text is a CPF, bare or punctuated, with correct check digits. */
export function isCpf(text: string): boolean {
  if (!CPF.test(text)) return false;
  const cpf = normaliseTaxId(text);
  // Eleven equal digits satisfy the formula but are never issued.
  return !allEqual(cpf) && hasCheckDigits(cpf, 11);
}

/**
 * Whether the text is a CNPJ, bare or punctuated, in any letter case: numeric, or alphanumeric as issued since July
 * 2026 (Instrução Normativa RFB 2.229/2024). The first twelve characters may be digits or letters, the two check digits
 * are always digits. One formula serves both forms, because a digit's value is the digit itself.
 */
export function isCnpj(text: string): boolean {
  if (!CNPJ.test(text)) return false;
  const cnpj = normaliseTaxId(text);
  return !allEqual(cnpj) && hasCheckDigits(cnpj, 9);
}

/**
 * Whether a text is a day of the calendar as `2026-02-28`: `Date` would read the 30th of February as the 2nd of March, and knows
 * a year 0, which the calendar and the database lack.
 */
export function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Whether the text is an E.164 number: a plus sign, a country code, eight to fifteen digits in all. */
export function isE164(text: string): boolean {
  return E164.test(text);
}

function allEqual(text: string): boolean {
  return /^(.)\1*$/.test(text);
}

/** Whether each of the last two digits is the modulo-11 check digit of the characters before it. */
function hasCheckDigits(id: string, largestWeight: number): boolean {
  return [id.length - 2, id.length - 1].every(
    (place) => checkDigit(id.slice(0, place), largestWeight) === Number(id[place]),
  );
}

/**
 * Weights 2, 3, ... from the right, starting over after the largest one (CNPJ: 9; CPF never gets that far). The value
 * of a character is its ASCII code less 48: 0 to 9 for digits, 17 to 42 for letters.
 */
function checkDigit(base: string, largestWeight: number): number {
  let sum = 0;
  for (let distance = 0; distance < base.length; distance++) {
    const value = base.charCodeAt(base.length - 1 - distance) - 48;
    sum += value * (2 + (distance % (largestWeight - 1)));
  }
  const remainder = sum % 11;
  return remainder < 2 ? 0 : 11 - remainder;
}

/** `529.982.247-25`, of eleven digits. */
export const formatCpf = (digits: string): string => digits.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4');

/** `11.222.333/0001-81`, of fourteen characters. */
export const formatCnpj = (id: string): string => id.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');

/** A CPF or CNPJ with its name: `CNPJ 11.222.333/0001-81`. Anything else is returned unchanged. */
export function taxIdInWords(id: string): string {
  const bare = normaliseTaxId(id);
  if (/^\d{11}$/.test(bare)) return `CPF ${formatCpf(bare)}`;
  return bare.length === 14 ? `CNPJ ${formatCnpj(bare)}` : id;
}
