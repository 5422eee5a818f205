import type { EncerramentoDoLink, SituacaoLink } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import { Problem } from '../../core/problem.ts';
import type { Columns, Row } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import { findEvent } from '../auditoria/index.ts';
import { type DocumentoRow, readSender, type SignatarioRow } from '../documentos/index.ts';
import { isBarred } from '../organizacao/index.ts';
import { isInPerson, type LinkDelivery } from './in-person.ts';

/** The public name of a link's reason for revocation; other reasons are not disclosed. */
const LINK_STATES: Readonly<Record<string, SituacaoLink>> = {
  CANCELADO: 'CANCELADO',
  EXPIRADO: 'EXPIRADO',
  RECUSADO: 'RECUSADO',
  SIGNATARIO_REMOVIDO: 'REMOVIDO',
  SUBSTITUIDO: 'SUBSTITUIDO',
  DELEGADO: 'DELEGADO',
  SESSAO_ENCERRADA: 'SESSAO_ENCERRADA',
};

/** What is said of a link that ended otherwise than by its document. */
const OWN_WORDS: Readonly<Partial<Record<SituacaoLink, 'embeddedOver' | 'delegated'>>> = {
  SESSAO_ENCERRADA: 'embeddedOver',
  DELEGADO: 'delegated',
};

type Ended = EncerramentoDoLink['documentos'][number];
type Ending = Ended['situacao'];

/** How a document may end under a link that still belonged to its person. */
const ENDINGS: ReadonlySet<string> = new Set<Ending>(['CANCELADO', 'EXPIRADO', 'RECUSADO']);
const isEnding = (motivo: string | null): motivo is Ending => motivo !== null && ENDINGS.has(motivo);

/**
 * @param motivo as stored in the link's row
 * @param encerramento what its holder, who was asked to sign, is told of the documents that ended
 */
export function goneLink(motivo?: string | null, encerramento?: EncerramentoDoLink | null): Problem {
  const situacaoLink = motivo ? LINK_STATES[motivo] : undefined;
  const said = (situacaoLink && OWN_WORDS[situacaoLink]) ?? 'linkGone';
  return new Problem('410 LINK_INDISPONIVEL', rule(said), {
    extra: { ...(situacaoLink ? { situacaoLink } : {}), ...(encerramento ? { encerramento } : {}) },
  });
}

/** The same for a link that was revoked, with what it opened and how that ended. */
export async function revokedLink(tx: Tx, linkId: string): Promise<Problem> {
  const [link] = await tx.sql<Columns<'link', 'motivo_revogacao'>[]>`
    select motivo_revogacao
      from link
     where id = ${linkId} and ${tx.here()}`;
  const motivo = link?.motivo_revogacao ?? null;
  // Of a link that was taken from its person, or given up, nothing is told: its holder may be the wrong one.
  return goneLink(motivo, isEnding(motivo) ? await endingOf(tx, await endedUnder(tx, linkId)) : null);
}

/** The same for a link all of whose documents are past their deadline, which nothing has expired yet. */
export async function overdueLink(
  tx: Tx,
  documentos: readonly DocumentoRow[],
  link: LinkDelivery,
  theirs: readonly SignatarioRow[],
): Promise<Problem> {
  const places = documentos.flatMap(({ id, titulo, remetente }) => {
    const inPerson = theirs.some((one) => one.documento_id === id && isInPerson(link, one));
    return inPerson ? [] : [{ id, titulo, remetente, motivo: 'EXPIRADO' }];
  });
  return goneLink('EXPIRADO', await endingOf(tx, places));
}

type Place = Row<'documento', Pick<DocumentoRow, 'id' | 'titulo' | 'remetente'>> & { readonly motivo: string | null };

/**
 * The documents of a link with the reason why each left it. A place of before reasons were kept by place left with its
 * link, for the same reason, if at the same time. Of one that was signed in person nothing is told: its link stays among
 * those that a browser remembers, on a device that others have in hand next.
 */
async function endedUnder({ sql, here }: Tx, linkId: string): Promise<Place[]> {
  const rows = await sql<
    (Pick<DocumentoRow, 'id' | 'titulo' | 'remetente'> &
      Columns<'link', 'canal' | 'motivo'> &
      LinkDelivery & { readonly motivo_saida: string | null; readonly presencial: boolean | null })[]
  >`
  select d.id, d.titulo, d.remetente, l.canal, l.motivo, s.presencial,
         coalesce(ls.motivo_desligamento, case when ls.desligado_em = l.revogado_em then l.motivo_revogacao end) as motivo_saida
    from link_signatario ls
    join link l on l.id = ls.link_id
    join documento d on d.id = ls.documento_id
    left join signatario s on s.id = ls.signatario_id
   where ls.link_id = ${linkId} and d.excluido_em is null
     and ${here('ls')}
   order by d.envelope_posicao, d.criado_em, d.id`;
  return rows.flatMap(({ id, titulo, remetente, motivo_saida, presencial, ...link }) =>
    isInPerson(link, { presencial: presencial === true }) ? [] : [{ id, titulo, remetente, motivo: motivo_saida }],
  );
}

/**
 * What became of these. A sender whom the operator suspended can end documents, for nobody is to be held to them, but tells strangers
 * nothing more meanwhile: a reason is free text, and whoever was sent a link comes back to it.
 */
async function endingOf(tx: Tx, places: readonly Place[]): Promise<EncerramentoDoLink | null> {
  const documentos: Ended[] = [];
  for (const { id, titulo, motivo: situacao } of places) {
    if (!isEnding(situacao)) continue;
    const cancelled = situacao === 'CANCELADO' ? await findEvent(tx, id, 'DOCUMENTO_CANCELADO') : null;
    const said = cancelled?.detalhe.motivo;
    documentos.push({ titulo, situacao, motivo: typeof said === 'string' ? said : null });
  }
  if (documentos.length === 0) return null;
  const { organizacao } = (await readSender(tx, places[0])).shown;
  const unsaid = documentos.some(({ motivo }) => motivo !== null) && (await isBarred(tx));
  return { organizacao, documentos: unsaid ? documentos.map((one) => ({ ...one, motivo: null })) : documentos };
}
