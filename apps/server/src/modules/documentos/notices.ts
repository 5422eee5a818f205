import { randomUUID } from 'node:crypto';
import type { OptionalNotice } from '@rubrica/contract';
import type { Origin } from '../../core/actor.ts';
import type { Columns, Row } from '../../core/row.ts';
import { alike, type Tx } from '../../core/sql.ts';
import type { Outcome } from '../mensagens/index.ts';
import { livingLinks } from './links.ts';
import { PROOF_AFTER_MS, QUEUES } from './queues.ts';
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
 * e-mail, and for the person responsible for the document, whose account may do without it. Not notified are people who
 * were only handed a link, as the service never wrote to them, people who were never invited, and whoever cancelled the
 * document.
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
  for (const { mensagem_id } of notices) if (mensagem_id !== null) await enqueue(tx, mensagem_id, ended.status);
}

async function noticesOf(
  tx: Tx,
  documento: Ended,
  signatarios: readonly SignatarioRow[],
  by: EndedBy | null,
): Promise<NewNotice[]> {
  const kind = documento.status === 'ASSINADO' ? 'documentoConcluido' : 'documentoNaoConcluido';
  const owner = await responsibleFor(tx, documento.criado_por, kind);
  const did = by !== null && 'membroId' in by.origin.actor ? by.origin.actor.membroId : null;
  const told = owner?.wants && owner.id !== did ? owner : null;
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

/** Whether the service's e-mail reached the signer, who then gets the copy of what all have signed. */
export const receivesCopy = ({ metodo_entrega, email, status }: SignatarioRow): boolean =>
  metodo_entrega === 'EMAIL' && email !== null && ['ENVIADO', 'VISUALIZADO', 'ASSINADO'].includes(status);

/** Whether the service's e-mail reached the signer and the outcome concerns them. */
function wasReached({ status: outcome }: Ended, signatario: SignatarioRow): boolean {
  const { metodo_entrega, email, status } = signatario;
  // A signer who refused is not concerned if the document went on without them.
  if (status === 'RECUSADO') return metodo_entrega === 'EMAIL' && email !== null && outcome !== 'ASSINADO';
  return receivesCopy(signatario);
}

/** Whoever answers for a document, and whether that person's account wants notices of a kind. */
export type Responsible = Columns<'membro', 'id' | 'email'> & { readonly wants: boolean };

/** To whom a notice goes that was queued for a member; undefined if they are none any more. */
export async function activeMember(
  { sql, ours }: Tx,
  id: string,
): Promise<Columns<'membro', 'nome' | 'email'> | undefined> {
  const [member] = await sql<Columns<'membro', 'nome' | 'email'>[]>`
    select nome, email
      from membro
     where id = ${id} and ${ours()}
       and removido_em is null and estado = 'ATIVO'`;
  return member;
}

/**
 * Who answers for a document: its creator, or an owner of the organization if the creator is no longer an active member.
 * @param criadoPor the member who created it
 */
export async function responsibleFor(tx: Tx, criadoPor: string, notice: OptionalNotice): Promise<Responsible | null> {
  const [row] = await tx.sql<Responsible[]>`
    select m.id, m.email, not ${notice} = any(u.avisos_recusados) as wants
      from membro m
      join usuario u on u.id = m.usuario_id
     where ${tx.ours('m')}
       and m.removido_em is null and m.estado = 'ATIVO'
       and (m.id = ${criadoPor} or m.papel = 'PROPRIETARIO')
     order by m.id = ${criadoPor} desc, m.criado_em, m.id
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
    await enqueue(tx, id, 'ASSINADO');
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
  const rows = await sql<Columns<'signatario', 'email'>[]>`
    select lower(s.email) as email
      from documento d
      join signatario s on s.documento_id = d.id
     where d.envelope_id = ${envelopeId}
       and ${here('d')}
       and d.status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')`;
  return { any: rows.length > 0, emails: new Set(rows.flatMap(({ email }) => email ?? [])) };
}

/** The open log has a conclusion a moment later; a notice that comes first only has to come again. */
const enqueue = (tx: Tx, id: string, outcome: Outcome) =>
  tx.enqueue(
    QUEUES.SEND_OUTCOME,
    { organizacaoId: tx.scope.organizacaoId, ambiente: tx.scope.ambiente, id },
    outcome === 'ASSINADO' ? { delayMs: PROOF_AFTER_MS } : {},
  );
