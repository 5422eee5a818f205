import type { Origin } from '../../core/actor.ts';
import { sha256 } from '../../core/chain.ts';
import type { Secrets } from '../../core/ports.ts';
import { type Columns, columnsOf, type Row } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import { type AuditEntry, recordEvents } from '../auditoria/index.ts';
import { isPending, personKey } from './people.ts';
import type { DocumentoRow, SignatarioRow } from './rows.ts';
import { insertInto, updateSignatario } from './store.ts';

/** A personal link's row. */
export type LinkRow = Row<
  'link',
  {
    id: string;
    canal: 'EMAIL' | 'SMS' | 'LINK';
    destino: string | null;
    motivo: LinkPurpose;
    criado_em: Date;
    entregue_em: Date | null;
    revogado_em: Date | null;
    motivo_revogacao: string | null;
  }
>;

/**
 * Why a link is sent; DELEGACAO where somebody passed their place on, PAINEL where it is given to the signer's own account, INCORPORADO where it is for one session inside
 * another page. Earlier links to the same unchanged contact keep working.
 */
export type LinkPurpose =
  | 'CONVITE'
  | 'CORRECAO'
  | 'DELEGACAO'
  | 'REENVIO'
  | 'LEMBRETE'
  | 'PRAZO'
  | 'PAINEL'
  | 'INCORPORADO';

/**
 * Tokens of personal links. A token is an HMAC of the link's id under a key derived from the master key, so the
 * invitation job and the `link` property can recompute it while the database stores only its hash.
 */
export interface LinkTokens {
  newId(): string;
  /** Whether the token can be recomputed: not if its master key has been removed. */
  knows(linkId: string): boolean;
  /** 43 characters of base64url, 256 bits. */
  tokenOf(linkId: string): string;
  hashOf(token: string): Buffer;
  /** The address a signer opens: `{public_url}/assinar/{token}`. */
  urlOf(linkId: string): string;
  /** An address of that form that opens nothing, to be shown where there is no link. */
  readonly sampleUrl: string;
}

export function createLinkTokens(secrets: Secrets, publicUrl: string): LinkTokens {
  const links = secrets.derivation('link-de-assinatura');
  const tokenOf = (linkId: string) => links.of(linkId).toString('base64url');
  return {
    newId: links.newId,
    knows: links.knows,
    tokenOf,
    hashOf: sha256,
    urlOf: (linkId) => `${publicUrl}/assinar/${tokenOf(linkId)}`,
    sampleUrl: `${publicUrl}/assinar/exemplo`,
  };
}

/** Where a signer's link is delivered, by its method. */
function destinationOf(signatario: SignatarioRow): string | null {
  if (signatario.metodo_entrega === 'EMAIL') return signatario.email;
  return signatario.metodo_entrega === 'SMS' ? signatario.telefone : null;
}

/** The rows a link stands for, the signer's own first. */
export type LinkedRows = readonly [SignatarioRow, ...SignatarioRow[]];

/**
 * The rows a link stands for: the signer's own and, in an envelope, one of the same person in each other document that can
 * still be acted on. Who is twice in a document has two links: the first place in one document goes with the first in the
 * others, the second with the second. Places count whatever became of them, so that signing one does not shift the others.
 */
export async function rowsOfPerson(tx: Tx, documento: DocumentoRow, signatario: SignatarioRow): Promise<LinkedRows> {
  const person = personKey(signatario);
  if (documento.envelope_id === null || person === null) return [signatario];
  const rows = await tx.sql<SignatarioRow[]>`
    select ${columnsOf('signatario', 's')}
      from signatario s
      join documento d on d.id = s.documento_id
     where d.envelope_id = ${documento.envelope_id} and d.excluido_em is null
       and (d.id = ${documento.id} or d.status in ('RASCUNHO', 'AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO'))
       and ${tx.here('s')}
     order by s.documento_id, s.posicao`;
  const theirs = rows.filter((row) => row.id === signatario.id || personKey(row) === person);
  const { [documento.id]: own = [], ...others } = Object.groupBy(theirs, (row) => row.documento_id);
  const place = own.findIndex(({ id }) => id === signatario.id);
  return [
    signatario,
    ...Object.values(others)
      .flatMap((places) => places?.[place] ?? [])
      .filter(isPending),
  ];
}

/** Issues a link to a person: one signer, or the same person in each document of an envelope. */
export async function issueLink(
  tx: Tx,
  tokens: LinkTokens,
  documento: DocumentoRow,
  person: SignatarioRow,
  motivo: LinkPurpose = 'CONVITE',
): Promise<string> {
  return issueLinkFor(tx, tokens, await rowsOfPerson(tx, documento, person), motivo);
}

/** The same for rows that are known already. */
export async function issueLinkFor(tx: Tx, tokens: LinkTokens, rows: LinkedRows, motivo: LinkPurpose): Promise<string> {
  const [person] = rows;
  const id = tokens.newId();
  await insertInto(tx, 'link', [
    {
      id,
      token_hash: tokens.hashOf(tokens.tokenOf(id)),
      canal: person.metodo_entrega,
      destino: destinationOf(person),
      pessoa: personKey(person),
      criado_em: tx.now,
      motivo,
    },
  ]);
  await attach(tx, id, rows);
  return id;
}

/** A signer who left a link (corrected away and back again) gets the old place in it back. */
async function attach(tx: Tx, linkId: string, signers: readonly SignatarioRow[]): Promise<void> {
  const places = signers.map(({ id, documento_id }) => ({ link_id: linkId, signatario_id: id, documento_id }));
  const added = await tx.sql`insert into link_signatario ${tx.rows(places)} on conflict do nothing returning 1`;
  if (added.length === places.length) return;
  await tx.sql`
    update link_signatario
       set desligado_em = null, motivo_desligamento = null
     where ${tx.here()}
       and link_id = ${linkId}
       and signatario_id = any (${places.map(({ signatario_id }) => signatario_id)})`;
}

/**
 * Removes signers from their links. A link without any places answers 410 from this transaction on; an envelope's link
 * continues for the person's other documents.
 * @returns how many places were removed
 */
export async function revokeLinks(tx: Tx, signatarioIds: readonly string[], motivo: string): Promise<number> {
  const taken = await tx.sql<Columns<'link_signatario', 'link_id'>[]>`
    update link_signatario
       set desligado_em = ${tx.now}, motivo_desligamento = ${motivo}
     where ${tx.here()}
       and signatario_id = any(${signatarioIds}) and desligado_em is null
    returning link_id`;
  if (taken.length === 0) return 0;
  await tx.sql`
    update link
       set revogado_em = ${tx.now}, motivo_revogacao = ${motivo}
     where ${tx.here()}
       and revogado_em is null
       and id = any(${taken.map(({ link_id }) => link_id)})
       and not exists (select from link_signatario ls where ls.link_id = link.id and ls.desligado_em is null)`;
  return taken.length;
}

/** Ends one link for everyone it stands for; their other links continue. */
export async function endLink({ sql, now, here }: Tx, linkId: string, motivo: string): Promise<void> {
  await sql`
    update link_signatario
       set desligado_em = ${now}, motivo_desligamento = ${motivo}
     where link_id = ${linkId} and desligado_em is null
       and ${here()}`;
  await sql`
    update link
       set revogado_em = ${now}, motivo_revogacao = ${motivo}
     where id = ${linkId} and revogado_em is null
       and ${here()}`;
}

/** The newest valid link of each signer whose method is LINK. */
export const handedOutLinks = (tx: Tx, documentoId: string) => livingLinks(tx, documentoId, 'LINK');

/**
 * The newest valid link of each signer on one channel: signer id and link id. What an account or one session was given is
 * nobody else's.
 */
export async function livingLinks(tx: Tx, documentoId: string, canal: LinkRow['canal']): Promise<Map<string, string>> {
  const rows = await tx.sql<(Columns<'link_signatario', 'signatario_id'> & Columns<'link', 'id'>)[]>`
    select distinct on (ls.signatario_id) ls.signatario_id, l.id
      from link_signatario ls
      join link l on l.id = ls.link_id
     where ls.documento_id = ${documentoId}
       and ${tx.here('ls')}
       and l.canal = ${canal} and l.motivo not in ('PAINEL', 'INCORPORADO') and l.revogado_em is null and ls.desligado_em is null
     order by ls.signatario_id, l.criado_em desc, l.id`;
  return new Map(rows.map((row) => [row.signatario_id, row.id]));
}

/** The newest valid link that a signer's own account was given; null if there is none. */
export async function livingPanelLink(tx: Tx, signatarioId: string): Promise<string | null> {
  const [row] = await tx.sql<Columns<'link', 'id'>[]>`
    select l.id
      from link_signatario ls
      join link l on l.id = ls.link_id
     where ls.signatario_id = ${signatarioId}
       and ${tx.here('ls')}
       and l.motivo = 'PAINEL' and l.revogado_em is null and ls.desligado_em is null
     order by l.criado_em desc, l.id
     limit 1`;
  return row?.id ?? null;
}

/**
 * Gives every LINK signer a link, starting with the draft; opened before the signer's turn it says so and does nothing.
 */
export async function ensureHandedOutLinks(
  tx: Tx,
  tokens: LinkTokens,
  documento: DocumentoRow,
  signatarios: readonly SignatarioRow[],
): Promise<void> {
  const entitled = signatarios.filter((one) => one.metodo_entrega === 'LINK' && isPending(one));
  if (entitled.length === 0) return;
  const existing = await handedOutLinks(tx, documento.id);
  for (const signatario of entitled) {
    if (existing.has(signatario.id)) continue;
    const shared = await linkInEnvelope(tx, documento, signatario);
    if (shared) await attach(tx, shared, [signatario]);
    else await issueLink(tx, tokens, documento, signatario);
  }
}

/**
 * A valid LINK link of the same person in another document of the envelope, which stands for no other place of this one: the
 * set has one link per person.
 */
async function linkInEnvelope(tx: Tx, documento: DocumentoRow, signatario: SignatarioRow): Promise<string | null> {
  const others = (await rowsOfPerson(tx, documento, signatario)).filter(({ id }) => id !== signatario.id);
  if (others.length === 0) return null;
  const [link] = await tx.sql<Columns<'link', 'id'>[]>`
    select l.id
      from link_signatario ls
      join link l on l.id = ls.link_id
     where ls.signatario_id = any(${others.map(({ id }) => id)})
       and ${tx.here('ls')}
       and ls.desligado_em is null
       and l.canal = 'LINK' and l.motivo not in ('PAINEL', 'INCORPORADO') and l.revogado_em is null
       and l.pessoa = ${personKey(signatario)}
       and not exists (
         select
           from link_signatario own
          where own.link_id = l.id and own.documento_id = ${documento.id} and own.desligado_em is null
            and ${tx.here('own')}
       )
     order by l.criado_em desc, l.id
     limit 1`;
  return link?.id ?? null;
}

/**
 * Whoever was handed a link was reached, as with any link that is handed out, in every document that it opens and in which
 * it is their turn; the trail says to whom it was shown.
 */
export async function noteHandedOut(
  tx: Tx,
  origin: Origin,
  linkId: string,
  rows: LinkedRows,
  detail: AuditEntry['detalhe'] = {},
): Promise<void> {
  for (const row of rows) {
    if (row.convidado_em !== null && row.status === 'PENDENTE') {
      await updateSignatario(tx, row.id, { status: 'ENVIADO', enviado_em: tx.now });
    }
    await recordShownLinks(tx, row.documento_id, origin, new Map([[row.id, linkId]]), detail);
  }
}

/** Records, once per credential and document, that it was shown a signer's personal URL. */
export async function recordShownLinks(
  tx: Tx,
  documentoId: string,
  origin: Origin,
  links: ReadonlyMap<string, string>,
  detail: AuditEntry['detalhe'] = {},
): Promise<void> {
  if (!('credencialId' in origin.actor) || links.size === 0) return;
  const events: AuditEntry[] = [];
  for (const [signatarioId, linkId] of links) {
    const first = await tx.sql`
      insert into link_exibido ${tx.rows({
        link_id: linkId,
        credencial_id: origin.actor.credencialId,
        documento_id: documentoId,
        exibido_em: tx.now,
      })}
      on conflict do nothing
      returning 1`;
    if (first.length > 0) events.push({ acao: 'LINK_EXIBIDO', detalhe: { signatarioId, ...detail } });
  }
  await recordEvents(tx, documentoId, origin, events);
}

/** Whether any of these links of a document's signers has not been shown to this credential yet. */
export async function unseenLinks(
  tx: Tx,
  documentoId: string,
  origin: Origin,
  links: ReadonlyMap<string, string>,
): Promise<boolean> {
  if (!('credencialId' in origin.actor) || links.size === 0) return false;
  const rows = await tx.sql`
    select link_id
      from link_exibido
     where ${tx.here()}
       and credencial_id = ${origin.actor.credencialId} and documento_id = ${documentoId}
       and ${tx.oneOf('link_id', [...links.values()])}`;
  return rows.length < links.size;
}
