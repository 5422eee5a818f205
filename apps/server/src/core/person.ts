import { rule } from '@rubrica/contract';
import { isCpf, isE164 } from '@rubrica/contract/brazil';
import { dayOf } from './brasilia.ts';
import type { FieldProblem } from './problem.ts';

/** What is known of a person besides the name and the e-mail, which the contract itself checks. */
export interface PersonData {
  readonly cpf: string | null;
  /** `yyyy-mm-dd` */
  readonly dataNascimento: string | null;
  readonly telefone: string | null;
}

/** Nobody who signs was born before this; PostgreSQL has no year 0 at all. */
const FIRST_BIRTH = '1900-01-01';

/**
 * Whether the data can be a person's, of a signer and of the registry alike.
 * @param at where a member of the request is told
 */
export function checkPerson(
  { cpf, dataNascimento: born, telefone }: PersonData,
  at: (name: string) => string,
  now: Date,
): FieldProblem[] {
  return [
    ...(cpf !== null && !isCpf(cpf) ? [{ campo: at('cpf'), ...rule('checkDigits') }] : []),
    // Dates as text in the same format compare like dates.
    ...(born !== null && (born < FIRST_BIRTH || born > dayOf(now))
      ? [{ campo: at('dataNascimento'), ...rule('birth') }]
      : []),
    ...(telefone !== null && !isE164(telefone) ? [{ campo: at('telefone'), ...rule('phone') }] : []),
  ];
}
