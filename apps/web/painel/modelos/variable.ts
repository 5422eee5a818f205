import { digitsOf, isCnpj, isCpf, isDay, isEmail, maskCnpj, maskCpf, maskDate } from '../../kit/brazil.ts';
import { plain } from '../../kit/plain.ts';

/**
 * What a variable of a template stands for, guessed from its name: the contract knows its name alone. A guess helps to
 * type and warns; it never forbids a text.
 */

export type Kind = 'texto' | 'cpf' | 'cnpj' | 'cpf-cnpj' | 'data' | 'valor' | 'email' | 'telefone' | 'cep';

const WORDS: readonly (readonly [Exclude<Kind, 'texto' | 'cpf-cnpj'>, readonly string[]])[] = [
  ['data', ['data', 'nascimento', 'vencimento', 'inicio', 'termino', 'date', 'fecha']],
  ['valor', ['valor', 'preco', 'salario', 'aluguel', 'multa', 'price', 'amount', 'precio']],
  ['email', ['email', 'mail']],
  ['telefone', ['telefone', 'celular', 'fone', 'whatsapp', 'phone']],
  ['cep', ['cep']],
];

/** `valor_aluguel` is an amount, `dataInicio` a date, `valor_por_extenso` a text. */
export function kindOf(nome: string): Kind {
  const words = plain(nome.replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2'))
    .replace(/e[-_.]mail/g, 'email')
    .split(/[^a-z]+/);
  if (words.includes('extenso')) return 'texto';
  const cpf = words.includes('cpf');
  const cnpj = words.includes('cnpj');
  if (cpf || cnpj) return cpf && cnpj ? 'cpf-cnpj' : cpf ? 'cpf' : 'cnpj';
  return WORDS.find(([, known]) => known.some((word) => words.includes(word)))?.[0] ?? 'texto';
}

const SEPARATED_DIGITS = /^[\d\s./-]*$/;

/** The text with its separators, as it is typed; a text that is something else stays as it is. */
export function masked(kind: Kind, texto: string): string {
  if (kind === 'cnpj') return /^[\dA-Za-z\s./-]*$/.test(texto) && /\d/.test(texto) ? maskCnpj(texto) : texto;
  if (!SEPARATED_DIGITS.test(texto)) return texto;
  const digits = digitsOf(texto);
  if (kind === 'cpf') return maskCpf(texto);
  if (kind === 'cpf-cnpj') return digits.length > 11 ? maskCnpj(texto) : maskCpf(texto);
  if (kind === 'data') return maskDate(texto);
  if (kind === 'cep') return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5, 8)}` : digits;
  return texto;
}

/** A whole text as it should stand in the document: what a spreadsheet made of it undone. */
export function tidied(kind: Kind, texto: string): string {
  const trimmed = texto.trim();
  const digits = digitsOf(trimmed);
  if (kind === 'data') return trimmed.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1');
  if (kind === 'cpf' && /^\d{1,11}$/.test(trimmed)) return maskCpf(withZeros(digits, isCpf, 11));
  if (kind === 'cnpj' && /^\d{1,14}$/.test(trimmed)) return maskCnpj(withZeros(digits, isCnpj, 14));
  if (kind === 'valor') return amount(trimmed);
  return kind === 'texto' ? texto : masked(kind, trimmed);
}

/** A spreadsheet takes leading zeros off a number: they come back where the check digits ask for them. */
export function withZeros(digits: string, good: (text: string) => boolean, length: number): string {
  const full = digits.padStart(length, '0');
  return digits !== '' && good(full) ? full : digits;
}

/** `2350,5` as `2.350,50`; anything but a plain number stays as it is, `R$` before it included. */
function amount(texto: string): string {
  const match = /^(R\$\s*)?(\d{1,12})(?:,(\d{1,2}))?$/.exec(texto);
  if (!match) return texto;
  const [, sign = '', whole = '', cents = ''] = match;
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents.padEnd(2, '0')}`;
}

/** However it was punctuated. */
const withoutMarks = (texto: string): string => texto.replace(/[./\s-]/g, '');

/** Whether a text does not look like what its variable is for: worth a second look. */
export function doubtful(kind: Kind, texto: string): boolean {
  if (texto.trim() === '') return false;
  switch (kind) {
    case 'cpf':
      return !isCpf(digitsOf(texto));
    case 'cnpj':
      return !isCnpj(withoutMarks(texto));
    case 'cpf-cnpj':
      return !isCpf(digitsOf(texto)) && !isCnpj(withoutMarks(texto));
    case 'data':
      return /^[\d/]+$/.test(texto) && !isWrittenDay(texto);
    case 'email':
      return !isEmail(texto.trim());
    case 'telefone':
      return digitsOf(texto).length < 8;
    case 'cep':
      return digitsOf(texto).length !== 8;
    case 'valor':
      return !/\d/.test(texto);
    case 'texto':
      return false;
  }
}

/** `31/12/2026`, in whatever year. */
function isWrittenDay(texto: string): boolean {
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(texto);
  if (!match) return false;
  const [, day = '', month = '', year = ''] = match;
  return isDay(`${year}-${month}-${day}`);
}

/** `nome_do_cliente` as people read it: `Nome do cliente`. */
export function inWords(nome: string): string {
  const words = nome
    .replace(/[_.-]+/g, ' ')
    .trim()
    .replace(/\b(cpf|cnpj|cep|rg)\b/gi, (word) => word.toUpperCase());
  return words === '' ? nome : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
