import { timingSafeEqual } from 'node:crypto';
import type { SessaoIncorporada, SessaoIncorporadaEntrada } from '@rubrica/contract';
import { EMBEDDED_SESSION_TTL_MS } from '@rubrica/contract';
import { sha256 } from '../../core/chain.ts';
import { notFound } from '../../core/problem.ts';
import type { Columns } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import { isListed, type LinkTokens } from '../documentos/index.ts';
import { goneLink, revokedLink } from './gone-link.ts';

/**
 * Begins the one session of a ticket. Whoever began it can have it again with the same key, as a page that was reloaded
 * must; to anybody else the ticket is used up.
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
  const given = sha256(chave);
  const mine = row.chave_hash === null || timingSafeEqual(row.chave_hash, given);
  if (!mine || !row.listed || row.expira_em <= tx.now || !tokens.knows(linkId)) throw goneLink('SESSAO_ENCERRADA');
  const begins = row.chave_hash === null;
  const expiraEm = begins ? new Date(tx.now.getTime() + EMBEDDED_SESSION_TTL_MS) : row.expira_em;
  if (begins) {
    await tx.sql`
      update link_incorporado
         set chave_hash = ${given}, expira_em = ${expiraEm}
       where link_id = ${linkId} and ${tx.here()}`;
  }
  return { token: tokens.tokenOf(linkId), origem: row.origem, expiraEm: expiraEm.toISOString() };
}
