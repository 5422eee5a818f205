import type { SessaoIncorporada, SessaoIncorporadaEntrada } from '@rubrica/contract';
import { notFound } from '../../core/problem.ts';
import type { Columns } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import { isListed, type LinkTokens, sessionOf } from '../documentos/index.ts';
import { goneLink, revokedLink } from './gone-link.ts';

/**
 * Begins the one session of a ticket, or answers it again.
 * @throws 410 once it is used by another, too old, of an origin that is listed no longer, or of a link that was revoked
 */
export async function iniciarSessaoIncorporada(
  tx: Tx,
  tokens: LinkTokens,
  linkId: string,
  { chave }: SessaoIncorporadaEntrada,
): Promise<SessaoIncorporada> {
  const [row] = await tx.sql<
    (Columns<'link_incorporado', 'origem' | 'expira_em' | 'chave_hash'> &
      Columns<'link', 'revogado_em'> & { readonly listed: boolean })[]
  >`
    select i.origem, i.expira_em, i.chave_hash, l.revogado_em, ${isListed(tx)} as listed
      from link_incorporado i
      join link l on l.id = i.link_id
     where i.link_id = ${linkId} and ${tx.here('i')}
       for update of i`;
  if (!row) throw notFound();
  if (row.revogado_em) throw await revokedLink(tx, linkId);
  const session = sessionOf(row, chave, tx.now);
  if (!session || !row.listed || !tokens.knows(linkId)) throw goneLink('SESSAO_ENCERRADA');
  if (session.begins) {
    await tx.sql`
      update link_incorporado
         set chave_hash = ${session.chave_hash}, expira_em = ${session.expira_em}
       where link_id = ${linkId} and ${tx.here()}`;
  }
  return { token: tokens.tokenOf(linkId), origem: row.origem, expiraEm: session.expira_em.toISOString() };
}
