import type { Row } from '../../src/core/row.ts';

/** What the compiler refuses, which `npm run check` sees: each line would be an error if it were none. */
export type Refused = [
  // @ts-expect-error there is no such column
  Row<'pasta', { id: string; titulo: string }>,
  // @ts-expect-error there is no such table
  Row<'pastas', { id: string }>,
  // @ts-expect-error a folder at the root has none
  Row<'pasta', { pai_id: string }>,
  // @ts-expect-error every folder has a name
  Row<'pasta', { nome: string | null }>,
  // @ts-expect-error the driver makes a Date of it
  Row<'pasta', { criada_em: string }>,
  // @ts-expect-error and a text of a date
  Row<'signatario', { data_nascimento: Date | null }>,
  // @ts-expect-error a number is no text
  Row<'envelope', { titulo: number }>,
  // @ts-expect-error it returns no such column
  Row<'acesso.link', { token: string }>,
];

/** What it takes: a type narrower than the catalogue's, and a column that is known not to be null. */
export type Taken = [
  Row<'documento', { status: 'RASCUNHO' | 'ASSINADO'; geometria: { paginas: number }[]; envelope_id: string | null }>,
  Row<'membro', { nome: string }, 'nome'>,
  Row<'acesso.link', { id: string; revogado: boolean | null }>,
];
