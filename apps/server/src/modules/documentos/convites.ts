import { BY_SYSTEM } from '../../core/actor.ts';
import type { ScopedPayload } from '../../core/outbox.ts';
import { DeliveryRefused } from '../../core/ports.ts';
import type { Columns } from '../../core/row.ts';
import { scopeOf } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { recordEvent } from '../auditoria/index.ts';
import { meter } from '../consumo/index.ts';
import {
  type About,
  type Invitation,
  type Messenger,
  renderInvitation,
  renderInvitationSms,
} from '../mensagens/index.ts';
import { type InvitationWords, wordsOf } from '../modelos-email/index.ts';
import { isOpen } from './estado.ts';
import { knownLanguages } from './language.ts';
import {
  ensureHandedOutLinks,
  handedOutLinks,
  issueLinkFor,
  type LinkedRows,
  type LinkPurpose,
  type LinkRow,
  type LinkTokens,
  rowsOfPerson,
} from './links.ts';
import { isPending, sameCase } from './people.ts';
import { QUEUES } from './queues.ts';
import { answersTo, readSender, type SenderDetails } from './remetente.ts';
import type { DocumentoRow, SignatarioRow } from './rows.ts';
import { inEnvelopeOrder, whoseTurn } from './signing-order.ts';
import { findDocumento, listSignatarios, lockDocumentos, updateSignatario } from './store.ts';
import { actsAlone, departure, letTestPersonAct } from './test-people.ts';

/**
 * Invites everyone whose turn has come and who was not invited yet: one link each, handed over at once for LINK, queued
 * for the other methods. In an envelope a person gets one link for the whole set, see `rowsOfPerson`.
 */
export async function inviteWhoseTurn(tx: Tx, tokens: LinkTokens, ...documentos: DocumentoRow[]): Promise<void> {
  const due: Place[] = [];
  const handed: SignatarioRow[] = [];
  const everyone = new Map<string, readonly SignatarioRow[]>();
  for (const documento of documentos) {
    const signatarios = await listSignatarios(tx, documento.id);
    everyone.set(documento.id, signatarios);
    const fresh = whoseTurn(documento.ordenado, signatarios).filter(({ convidado_em }) => convidado_em === null);
    const languages = await knownLanguages(
      tx,
      fresh.filter(({ idioma }) => idioma === null),
    );
    for (const signatario of fresh) {
      const idioma = signatario.email && languages.get(sameCase(signatario.email));
      const handedOut = signatario.metodo_entrega === 'LINK';
      await updateSignatario(tx, signatario.id, {
        convidado_em: tx.now,
        ...(idioma ? { idioma } : {}),
        ...(handedOut ? { status: 'ENVIADO' as const, enviado_em: tx.now } : {}),
      });
      if (handedOut) handed.push(signatario);
      else due.push({ documento, signatario });
    }
  }
  await sendLinks(tx, tokens, due);
  for (const documento of documentos) {
    await ensureHandedOutLinks(tx, tokens, documento, everyone.get(documento.id) ?? []);
  }
  // Links are looked up for them alone: nobody else's sending has to wait for it.
  for (const signatario of handed.filter((one) => actsAlone(tx, one))) {
    const link = (await handedOutLinks(tx, signatario.documento_id)).get(signatario.id);
    if (link) await letTestPersonAct(tx, signatario, link);
  }
}

/** A new link for each of these places that no link of the same sending stands for. */
export async function sendLinks(
  tx: Tx,
  tokens: LinkTokens,
  places: readonly Place[],
  motivo?: LinkPurpose,
): Promise<void> {
  const reached = new Set<string>();
  for (const { documento, signatario } of places) {
    if (reached.has(signatario.id)) continue;
    for (const { id } of await sendLink(tx, tokens, documento, signatario, motivo)) reached.add(id);
  }
}

/** Issues a new link to a signer and queues its delivery. @returns the rows it stands for */
export async function sendLink(
  tx: Tx,
  tokens: LinkTokens,
  documento: DocumentoRow,
  signatario: SignatarioRow,
  motivo: LinkPurpose = 'CONVITE',
): Promise<LinkedRows> {
  const rows = await rowsOfPerson(tx, documento, signatario);
  const id = await issueLinkFor(tx, tokens, rows, motivo);
  if (signatario.metodo_entrega === 'LINK') return rows;
  const { organizacaoId, ambiente } = tx.scope;
  await tx.enqueue(QUEUES.SEND_INVITATION, { organizacaoId, ambiente, id }, departure(tx, signatario));
  return rows;
}

/** One document a link is about, with the person's signer row in it. */
interface Place {
  signatario: SignatarioRow;
  documento: DocumentoRow;
}

interface Delivery {
  link: LinkRow;
  /** Documents in which the person was invited and has not acted; never empty. */
  places: readonly [Place, ...Place[]];
}

/** What a queued delivery is about, or null if nothing is left to do. */
async function deliveryOf(tx: Tx, linkId: string): Promise<Delivery | null> {
  const members = await tx.sql<Columns<'link_signatario', 'signatario_id' | 'documento_id'>[]>`
    select signatario_id, documento_id
      from link_signatario
     where link_id = ${linkId} and desligado_em is null
       and ${tx.here()}
     order by documento_id`;
  const places: Place[] = [];
  for (const member of members) {
    const documento = await findDocumento(tx, member.documento_id);
    if (!documento || !isOpen(documento, tx.now)) continue;
    const signatario = (await listSignatarios(tx, documento.id)).find(({ id }) => id === member.signatario_id);
    if (signatario && isPending(signatario) && signatario.convidado_em) places.push({ signatario, documento });
  }
  places.sort((a, b) => inEnvelopeOrder(a.documento, b.documento));
  const [link] = await tx.sql<LinkRow[]>`
    select id, canal, destino, motivo, criado_em, entregue_em, revogado_em, motivo_revogacao
      from link
     where id = ${linkId} and ${tx.here()}`;
  const [first, ...rest] = places;
  if (!link || link.entregue_em || link.revogado_em || !first) return null;
  return { link, places: [first, ...rest] };
}

/** Sends the message of a link and records the outcome. Safe to rerun: a delivered link is not sent twice. */
export function createInvitationSender(deps: { db: Database; messenger: Messenger; tokens: LinkTokens }) {
  return async (payload: ScopedPayload): Promise<void> => {
    const scope = scopeOf(payload.organizacaoId, payload.ambiente);
    const prepared = await deps.db.read(scope, async (tx) => {
      const delivery = await deliveryOf(tx, payload.id);
      if (!delivery) return null;
      const { documento } = delivery.places[0];
      const { convite, modelo_email_id } = documento;
      const words = convite ?? (modelo_email_id && (await wordsOf(tx, modelo_email_id)));
      return { delivery, words: words || null, sender: await readSender(tx, documento) };
    });
    if (!prepared) return;
    const { delivery, words, sender } = prepared;
    const { link, places } = delivery;
    const { idioma } = places[0].signatario;
    const url = deps.tokens.urlOf(link.id);
    const invitation = invitationOf(delivery, { words, sender, url, teste: scope.ambiente === 'TESTE' });
    const to = link.destino ?? '';
    const about = aboutInvitation(delivery, invitation.url);
    try {
      if (link.canal === 'SMS') {
        await deps.messenger.sms(
          scope,
          { to, text: renderInvitationSms(invitation, idioma), messageId: link.id },
          about,
        );
      } else {
        const replyTo = answersTo(
          sender,
          places.map(({ documento }) => documento),
        );
        await deps.messenger.mail(
          scope,
          {
            to,
            ...renderInvitation(invitation, idioma),
            messageId: link.id,
            fromName: sender.nomeRemetente,
            ...(replyTo ? { replyTo } : {}),
          },
          { about },
        );
      }
    } catch (error) {
      if (!(error instanceof DeliveryRefused)) throw error;
      await deps.db.write(scope, (tx) => recordOutcome(tx, delivery, 'refused'));
      return;
    }
    await deps.db.write(scope, (tx) => recordOutcome(tx, delivery, 'accepted'));
  };
}

/** A new deadline counts as a reminder. */
const isReminder = ({ motivo }: LinkRow) => motivo === 'LEMBRETE' || motivo === 'PRAZO';

const aboutInvitation = ({ link, places }: Delivery, url: string): About => ({
  tipo: isReminder(link) ? 'LEMBRETE' : 'CONVITE',
  documentos: places.map(({ documento }) => documento.id),
  signatarioId: places[0].signatario.id,
  link: url,
});

interface InvitationParts {
  /** Of the template, where the sender chose one. */
  readonly words: InvitationWords | null;
  readonly sender: SenderDetails;
  readonly url: string;
  readonly teste: boolean;
}

function invitationOf({ link, places }: Delivery, { words, sender, url, teste }: InvitationParts): Invitation {
  const deadlines = places.flatMap(({ documento }) => documento.prazo_em ?? []).map(Number);
  const { signatario, documento } = places[0];
  return {
    sender: sender.shown,
    nome: signatario.nome,
    titles: places.map((place) => place.documento.titulo),
    mensagem: documento.mensagem ?? sender.mensagemPadrao,
    prazoEm: deadlines.length === 0 ? null : new Date(Math.min(...deadlines)),
    url,
    teste,
    lembrete: link.motivo === 'LEMBRETE',
    deadlineChanged: link.motivo === 'PRAZO',
    // Who was named by the sender since was passed nothing on.
    delegadoPor:
      link.motivo === 'DELEGACAO' ? (signatario.delegado_de?.nome ?? signatario.delegado_de?.email ?? null) : null,
    modelo: words,
  };
}

/**
 * A sent message is recorded and metered even if the link was replaced, the signer removed or the document ended
 * meanwhile; only what is still on the link changes state because of it.
 */
async function recordOutcome(tx: Tx, { link, places }: Delivery, outcome: 'accepted' | 'refused'): Promise<void> {
  const ids = places.map(({ documento }) => documento.id);
  const locked = new Set((await lockDocumentos(tx, ids)).map(({ id }) => id));
  await settle(
    tx,
    link,
    places.filter(({ documento }) => locked.has(documento.id)),
    outcome,
  );
  if (outcome === 'accepted') await count(tx, link, places[0]);
}

/** How a message is described in metering, unless it is an invitation. */
const COUNTED_AS: Partial<Record<LinkPurpose, string>> = { LEMBRETE: 'Lembrete', PRAZO: 'Aviso de prazo' };

const count = (tx: Tx, link: LinkRow, { documento }: Place) =>
  meter(tx, {
    tipo: link.canal === 'SMS' ? 'SMS_ENVIADO' : 'EMAIL_ENVIADO',
    referencia: `convite:${link.id}`,
    documentoId: documento.id,
    descricao: COUNTED_AS[link.motivo] ?? 'Convite',
  });

/**
 * Someone who opens a delivered link has received the message, so its arrival is recorded before what they do with it,
 * even if the sending job has not recorded it yet.
 * @param places the locked documents of the link
 * @returns whether there was anything to record
 */
export async function noteArrival(
  tx: Tx,
  { id, canal }: Pick<LinkRow, 'id' | 'canal'>,
  places: readonly [Place, ...Place[]],
): Promise<boolean> {
  // What somebody handed over has no message that could arrive.
  if (canal === 'LINK') return false;
  const [link] = await tx.sql<LinkRow[]>`
    select id, canal, destino, motivo, criado_em, entregue_em, revogado_em, motivo_revogacao
      from link
     where id = ${id} and entregue_em is null
       and ${tx.here()}`;
  if (!link) return false;
  await settle(tx, link, places, 'accepted');
  await count(tx, link, places[0]);
  return true;
}

/** Once per link: records the outcome of its message in every place. */
async function settle(tx: Tx, link: LinkRow, places: readonly Place[], outcome: 'accepted' | 'refused'): Promise<void> {
  const { sql, now } = tx;
  const first = await sql`
    update link
       set entregue_em = ${now}
     where id = ${link.id} and entregue_em is null
       and ${tx.here()}
    returning id`;
  if (first.length === 0) return;
  const living = await sql<Columns<'link_signatario', 'signatario_id'>[]>`
    select signatario_id
      from link_signatario
     where link_id = ${link.id} and desligado_em is null
       and ${tx.here()}`;
  for (const { signatario, documento } of places) {
    const detalhe = { signatarioId: signatario.id, canal: link.canal, destino: link.destino };
    // Verifiers know two kinds of messages with a link.
    const told = isReminder(link) ? 'LEMBRETE_ENVIADO' : 'CONVITE_ENVIADO';
    await recordEvent(tx, documento.id, BY_SYSTEM, { acao: outcome === 'refused' ? 'CONVITE_FALHOU' : told, detalhe });
    if (!living.some(({ signatario_id }) => signatario_id === signatario.id)) continue;
    await advance(tx, signatario, outcome);
    if (outcome === 'accepted') await letTestPersonAct(tx, signatario, link.id);
  }
}

/** Updates the state of a signer whose message was accepted or rejected. */
async function advance(tx: Tx, { id, documento_id }: SignatarioRow, outcome: 'accepted' | 'refused'): Promise<void> {
  const row = (await listSignatarios(tx, documento_id)).find((one) => one.id === id);
  if (!row) return;
  if (outcome === 'refused') {
    if (row.status === 'PENDENTE' || row.status === 'ENVIADO')
      await updateSignatario(tx, id, { status: 'FALHA_ENTREGA' });
    return;
  }
  const reached = row.status === 'PENDENTE' || row.status === 'FALHA_ENTREGA';
  // A signer who was corrected and invited again stays ENVIADO, but only now is the time known.
  if (reached || (row.status === 'ENVIADO' && row.enviado_em === null))
    await updateSignatario(tx, id, { status: 'ENVIADO', enviado_em: tx.now });
}
