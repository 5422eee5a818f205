import type { Idioma } from '@rubrica/contract';
import type { Columns } from '../../core/row.ts';
import type { Fragment, Tx } from '../../core/sql.ts';
import { sameCase } from './people.ts';

/**
 * The languages in which people opened a document of the organization last, each found by the address as it is written and
 * in lower case. What was taken over from an earlier document counts once the person opened that document: the page notes
 * anew what they want. Index signatario_idioma.
 */
export const lastLanguages = ({ sql, here }: Tx, emails: readonly string[]): Fragment => sql`
  select email, idioma, visualizado_em
    from unnest(${[...new Set(emails.flatMap((email) => [email, sameCase(email)]))]}::text[]) as wanted(address)
    cross join lateral (
      select signatario.email, idioma, visualizado_em
        from signatario
       where ${here('signatario')} and signatario.email = address
         and idioma is not null and visualizado_em is not null
       order by visualizado_em desc
       limit 1) as last`;

/** The language of the first message to somebody who chose one before, by the address in lower case (docs/adr/0073). */
export async function knownLanguages(
  tx: Tx,
  signatarios: readonly { readonly email: string | null }[],
): Promise<ReadonlyMap<string, Idioma>> {
  const emails = signatarios.flatMap(({ email }) => email ?? []);
  if (emails.length === 0) return new Map();
  const rows = await tx.sql<
    Columns<'signatario', 'email' | 'idioma' | 'visualizado_em'>[]
  >`${lastLanguages(tx, emails)}`;
  const known = rows.toSorted((a, b) => Number(a.visualizado_em) - Number(b.visualizado_em));
  return new Map(known.flatMap(({ email, idioma }) => (email && idioma ? [[sameCase(email), idioma as Idioma]] : [])));
}
