import { randomUUID } from 'node:crypto';
import type { Origin } from '../../core/actor.ts';
import type { Columns, Row } from '../../core/row.ts';
import { alike, type Tx } from '../../core/sql.ts';
import type { Outcome } from '../mensagens/index.ts';
import { livingLinks } from './links.ts';
import { QUEUES } from './queues.ts';
import type { DocumentoRow, SignatarioRow } from './rows.ts';
import { insertInto } from './store.ts';

/** Who ended a document, and their reason. */
export interface EndedBy {
  readonly origin: Origin;
  readonly motivo: string;
}

/** An ended document whose notices are queued. Its status is already the final one. */
type Ended = DocumentoRow & { status: Outcome };

interface NewNotice {
  readonly id: string;
  /** Null until it is sent. */
  readonly mensagem_id: string | null;
  readonly documento_id: string;
  readonly signatario_id: string | null;
  readonly membro_id: string | null;
  readonly link_id: string | null;
  readonly ator: string | null;
  readonly motivo: string | null;
  readonly criado_em: Date;
}

/**
 * Queues the notices of how a document ended, in the transaction that ends it: for every signer the service reached by
 * e-mail, and for the person responsible for the document. Not notified are people who were only handed a link, as the
 * service never wrote to them, people who were never invited, and whoever cancelled the document.
 * @param documento in its final state
 * @param signatarios as they were before it ended
 * @param by who cancelled it
 */
export async function queueNotices(
  tx: Tx,
  documento: DocumentoRow,
  signatarios: readonly SignatarioRow[],
  by: EndedBy | null = null,
): Promise<void> {
  const ended = documento as Ended;
  const notices = await noticesOf(tx, ended, signatarios, by);
  if (ended.envelope_id !== null) {
    // Documents of an envelope that end at the same moment must see each other, or the last two would both wait.
    await lockEnvelopeOf(tx, ended.envelope_id);
    await insertInto(tx, 'aviso', notices);
    await release(tx, ended.envelope_id);
    return;
  }
  await insertInto(tx, 'aviso', notices);
  for (const { mensagem_id } of notices) if (mensagem_id !== null) await enqueue(tx, mensagem_id);
}

async function noticesOf(
  tx: Tx,
  documento: Ended,
  signatarios: readonly SignatarioRow[],
  by: EndedBy | null,
): Promise<NewNotice[]> {
  const owner = await ownerOf(tx, documento.criado_por);
  const did = by !== null && 'membroId' in by.origin.actor ? by.origin.actor.membroId : null;
  const told = owner !== null && owner.id !== did ? owner : null;
  const reached = signatarios.filter((signatario) => wasReached(documento, signatario));
  const isOwner = ({ email }: SignatarioRow) => email?.toLowerCase() === told?.email.toLowerCase();
  // Someone who both sent and signed gets one message: with the copy if there is one, otherwise with the reason.
  const done = documento.status === 'ASSINADO';
  const signers = done ? reached : reached.filter((signatario) => !isOwner(signatario));
  const owners = told !== null && !(done && reached.some(isOwner)) ? [told] : [];
  const links = done ? await livingLinks(tx, documento.id, 'EMAIL') : new Map<string, string>();
  const blank = { documento_id: documento.id, link_id: null, ator: null, motivo: null, criado_em: tx.now };
  const notice = () => ({ ...blank, id: randomUUID(), mensagem_id: documento.envelope_id ? null : randomUUID() });
  return [
    ...signers.map(({ id }) => ({
      ...notice(),
      signatario_id: id,
      membro_id: null,
      link_id: links.get(id) ?? null,
    })),
    ...owners.map(({ id }) => ({
      ...notice(),
      signatario_id: null,
      membro_id: id,
      ator: by?.origin.actor.nome ?? null,
      motivo: by?.motivo ?? null,
    })),
  ];
}

/** Whether the service's e-mail reached the signer and the outcome concerns them. */
function wasReached({ status: outcome }: Ended, { metodo_entrega, email, status }: SignatarioRow): boolean {
  if (metodo_entrega !== 'EMAIL' || email === null) return false;
  // A signer who refused is not concerned if the document went on without them.
  if (status === 'RECUSADO') return outcome !== 'ASSINADO';
  return ['ENVIADO', 'VISUALIZADO', 'ASSINADO'].includes(status);
}

/** The document's creator, or an owner of the organization if the creator is no longer an active member. */
async function ownerOf(tx: Tx, criadoPor: string): Promise<{ id: string; email: string } | null> {
  const [row] = await tx.sql<{ id: string; email: string }[]>`
    select id, email
      from membro
     where ${tx.ours()}
       and removido_em is null and estado = 'ATIVO'
       and (id = ${criadoPor} or papel = 'PROPRIETARIO')
     order by id = ${criadoPor} desc, criado_em, id
     limit 1`;
  return row ?? null;
}

/** After the documents, as everywhere: a transaction holding an envelope never waits for a document in progress. */
export async function lockEnvelopeOf({ sql, here }: Tx, envelopeId: string): Promise<void> {
  await sql`
    select
      from envelope
     where id = ${envelopeId} and ${here()}
       for no key update`;
}

type WaitingNotice = Columns<'aviso', 'id' | 'membro_id'> &
  Row<
    'signatario',
    {
      /** The signer's, in lower case. */
      email: string | null;
    }
  >;

/**
 * Puts the waiting notices of an envelope into messages and queues them: one message per person, once none of their
 * documents in it is in progress; for the sender, once none is.
 */
async function release(tx: Tx, envelopeId: string): Promise<void> {
  const waiting = await waitingNotices(tx, envelopeId);
  const open = await peopleInProgress(tx, envelopeId);
  const people = Map.groupBy(waiting, ({ membro_id, email }) => membro_id ?? email ?? '');
  for (const [person, notices] of people) {
    const isOwner = notices.some(({ membro_id }) => membro_id !== null);
    if (isOwner ? open.any : open.emails.has(person)) continue;
    const id = randomUUID();
    await tx.sql`
      update aviso
         set mensagem_id = ${id}
       where id = any(${notices.map((notice) => notice.id)})
         and ${tx.here()}`;
    await enqueue(tx, id);
  }
}

/** Notices of an envelope that are not in a message yet. */
function waitingNotices({ sql, here }: Tx, envelopeId: string): Promise<WaitingNotice[]> {
  return sql<WaitingNotice[]>`
    select a.id, a.membro_id, lower(s.email) as email
      from documento d
      join aviso a on a.documento_id = d.id
      left join signatario s on s.id = a.signatario_id
                            and ${alike(sql, 's', 'a')}
     where d.envelope_id = ${envelopeId} and ${here('d')}
       and a.mensagem_id is null
     order by a.criado_em, a.id`;
}

/** People with a place in a document of the envelope that is in progress. */
async function peopleInProgress(
  { sql, here }: Tx,
  envelopeId: string,
): Promise<{ any: boolean; emails: ReadonlySet<string> }> {
  const rows = await sql<{ email: string | null }[]>`
    select lower(s.email) as email
      from documento d
      join signatario s on s.documento_id = d.id
     where d.envelope_id = ${envelopeId}
       and ${here('d')}
       and d.status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')`;
  return { any: rows.length > 0, emails: new Set(rows.flatMap(({ email }) => email ?? [])) };
}

const enqueue = (tx: Tx, id: string) =>
  tx.enqueue(QUEUES.SEND_OUTCOME, { organizacaoId: tx.scope.organizacaoId, ambiente: tx.scope.ambiente, id });
