import { originOfReturn, type Rule, rule } from '@rubrica/contract';
import { refuseInvalid } from '../../core/problem.ts';
import type { Columns } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';

/**
 * @param given addresses whose form is right, with the place of each in the request
 * @throws 400 for those whose origin the organization does not list
 */
export async function refuseUnlisted(tx: Tx, given: readonly { campo: string; url: string }[]): Promise<void> {
  if (given.length === 0) return;
  const listed = await listedOrigins(tx);
  const unlisted = (url: string): Rule[] => {
    const origem = originOfReturn(url);
    return origem === null || listed.includes(origem) ? [] : [rule('originUnlisted', { origem })];
  };
  refuseInvalid(given.flatMap(({ campo, url }) => unlisted(url).map((said) => ({ campo, ...said }))));
}

/** Whether the organization still lists the origin of the row that a statement calls `i`. */
export const isListed = ({ sql, scope }: Tx) => sql`
  exists (select from organizacao o where o.id = ${scope.organizacaoId} and i.origem = any (o.origens_permitidas))`;

async function listedOrigins({ sql, scope }: Tx): Promise<readonly string[]> {
  const [row] = await sql<Columns<'organizacao', 'origens_permitidas'>[]>`
    select origens_permitidas from organizacao where id = ${scope.organizacaoId}`;
  return row?.origens_permitidas ?? [];
}

/** Where each of these signers is sent back to, with its place in the body of a creation. */
export const returnsOf = (signatarios: readonly { readonly url_retorno: string | null }[]) =>
  signatarios.flatMap(({ url_retorno: url }, index) =>
    url === null ? [] : [{ campo: `signatarios[${index}].urlRetorno`, url }],
  );
