import type { FatorAutenticacao, SituacaoLink } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import type { Origin, Source } from '../../core/actor.ts';
import type { ResolvedLink } from '../../core/call.ts';
import { conflict, invalid, notFound, Problem } from '../../core/problem.ts';
import { type Scope, scopeOf } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import {
  type CampoRow,
  type DocumentoRow,
  type FatorRow,
  findDocumento,
  fulfilled,
  isOpen,
  isOverdue,
  isPending,
  type LinkTokens,
  listCampos,
  listFatores,
  listSignatarios,
  lockDocumento,
  personKey,
  requiredFactors,
  type SignatarioRow,
  whoseTurn,
} from '../documentos/index.ts';

/** One document of a link, with the person's own row in it. */
export interface Entry {
  readonly documento: DocumentoRow;
  readonly signatario: SignatarioRow;
  readonly everyone: readonly SignatarioRow[];
  readonly campos: readonly CampoRow[];
  /** What the sender filled in for everybody to read. */
  readonly ofSender: readonly CampoRow[];
}

/** What a personal link opens: the person, in one document or in each of an envelope. */
export interface SigningSession {
  readonly link: { id: string; canal: 'EMAIL' | 'SMS' | 'LINK'; destino: string | null };
  readonly entries: readonly [Entry, ...Entry[]];
  readonly fatores: readonly FatorRow[];
  /** The time of the transaction it was loaded in: what is open is open then. */
  readonly now: Date;
}

/** What a link's revocation is called outside; other reasons are nobody's business. */
const LINK_STATES: Readonly<Record<string, SituacaoLink>> = {
  CANCELADO: 'CANCELADO',
  EXPIRADO: 'EXPIRADO',
  RECUSADO: 'RECUSADO',
  SIGNATARIO_REMOVIDO: 'REMOVIDO',
  SUBSTITUIDO: 'SUBSTITUIDO',
};

/** @param motivo as the link's row has it */
export function goneLink(motivo?: string | null): Problem {
  const situacaoLink = motivo ? LINK_STATES[motivo] : undefined;
  return new Problem('410 LINK_INDISPONIVEL', rule('linkGone'), {
    ...(situacaoLink ? { extra: { situacaoLink } } : {}),
  });
}

/** Why a revoked link is over, in the words of its row. */
async function whyRevoked({ sql, here }: Tx, linkId: string): Promise<string | null> {
  const [row] = await sql<{ motivo_revogacao: string | null }[]>`
    select motivo_revogacao
      from link
     where id = ${linkId} and ${here()}`;
  return row?.motivo_revogacao ?? null;
}

/**
 * What a signer's token opens.
 * @throws 404 when it was never issued, 410 when it is dead
 */
export function createLinkResolver(db: Database, tokens: LinkTokens) {
  return async (token: string): Promise<{ link: ResolvedLink; scope: Scope }> => {
    const [row] = await db.look(
      (sql) => sql<{ id: string; organizacao_id: string; ambiente: Scope['ambiente']; revogado: boolean }[]>`
      select * from acesso.link(${tokens.hashOf(token)})`,
    );
    if (!row) throw notFound();
    const scope = scopeOf(row.organizacao_id, row.ambiente);
    if (row.revogado) throw goneLink(await db.read(scope, (tx) => whyRevoked(tx, row.id)));
    return { link: { id: row.id }, scope };
  };
}

/**
 * Loads what a link opens, locking its documents when the caller is going to change them. A document whose deadline has
 * passed is not among them from that moment on, and the rest of an envelope is, as after the sweep.
 * @throws 410 when nothing of it is left, 409 while it is still a draft or it is not the person's turn in any of it
 */
export async function loadSession(tx: Tx, linkId: string, mode: 'read' | 'lock'): Promise<SigningSession> {
  const { waits, ...session } = await openSession(tx, linkId, mode);
  if (waits) throw conflict(rule('notYourTurn'));
  return session;
}

/**
 * The same for whoever only looks: before the person was invited anywhere, what is going to wait for them, with `waits`.
 * @throws 410 when nothing of it is left, 409 while it is still a draft
 */
export async function openSession(
  tx: Tx,
  linkId: string,
  mode: 'read' | 'lock',
): Promise<SigningSession & { readonly waits: boolean }> {
  const { sql } = tx;
  const members = await sql<{ documento_id: string; signatario_id: string }[]>`
    select documento_id, signatario_id
      from link_signatario
     where link_id = ${linkId} and desligado_em is null
       and ${tx.here()}
     order by documento_id`;
  const places: Entry[] = [];
  let overdue = false;
  for (const { documento_id, signatario_id } of members) {
    // Always in the order of ids, so that two links over the same documents cannot wait on each other.
    const documento = await (mode === 'lock' ? lockDocumento : findDocumento)(tx, documento_id);
    if (!documento) continue;
    if (isOverdue(documento, tx.now)) {
      overdue = true;
      continue;
    }
    const [everyone, campos] = await Promise.all([listSignatarios(tx, documento_id), listCampos(tx, documento_id)]);
    const signatario = everyone.find(({ id }) => id === signatario_id);
    if (signatario)
      places.push({
        documento,
        signatario,
        everyone,
        campos: campos.filter((campo) => campo.signatario_id === signatario_id),
        ofSender: campos.filter((campo) => campo.signatario_id === null && campo.valor_padrao),
      });
  }
  // Read after the lock: a cancellation that held it has revoked the link by now.
  const [link] = await sql<(SigningSession['link'] & { pessoa: string | null; revogado_em: Date | null })[]>`
    select id, canal, destino, pessoa, revogado_em
      from link
     where id = ${linkId} and ${tx.here()}`;
  if (!link || link.revogado_em) throw goneLink(link && (await whyRevoked(tx, linkId)));
  // In an envelope a contact may be corrected while a link is being issued: it opens only what is its person's.
  const own = places.filter(({ signatario }) => places.length === 1 || personKey(signatario) === link.pessoa);
  if (own.length === 0) throw goneLink(overdue ? 'EXPIRADO' : null);
  const sent = own.filter(({ documento }) => documento.status !== 'RASCUNHO');
  const invited = sent.filter(({ signatario }) => signatario.convidado_em !== null);
  const [first, ...rest] = invited.length > 0 ? invited : sent;
  if (!first) throw conflict(rule('notSentYet'));
  const fatores = await listFatores(
    tx,
    [first, ...rest].map(({ signatario }) => signatario.id),
  );
  return { link, entries: [first, ...rest], fatores, now: tx.now, waits: invited.length === 0 };
}

/** The person as the page greets them and the trail names them. Nothing of it proves anything. */
export interface Person
  extends Pick<
    SignatarioRow,
    'id' | 'nome' | 'email' | 'telefone' | 'funcao' | 'status' | 'travar_dados' | 'aceito_em'
  > {}

/**
 * The person behind the link: the row of the first document, with the name and the contact it lacks taken from the rows
 * in the other documents. What is proven, asked or signed goes by each document's own row.
 */
export function personOf(session: SigningSession): Person {
  const { signatario } = session.entries[0];
  const known = (column: 'nome' | 'email' | 'telefone') =>
    session.entries.find((entry) => entry.signatario[column] !== null)?.signatario[column] ?? null;
  return { ...signatario, nome: known('nome'), email: known('email'), telefone: known('telefone') };
}

/** The entries that still ask something of the person; once nothing does, all of them. */
export function currentEntries(session: SigningSession): readonly Entry[] {
  const open = openEntries(session);
  return open.length > 0 ? open : session.entries;
}

/** The signer as the trail names it, and where the act came from. */
export function signerOrigin(session: SigningSession, source: Source): Origin {
  const { nome, email, telefone } = personOf(session);
  return {
    actor: { tipo: 'SIGNATARIO', linkId: session.link.id, nome: nome ?? email ?? telefone ?? 'Signatário' },
    source,
  };
}

export const isFulfilled = (session: SigningSession, signatario: SignatarioRow, fator: FatorAutenticacao): boolean =>
  fulfilled(signatario, fator, session.fatores);

/** Whether a document demands a factor of the person that is not proven for its own data of them. */
export const isLacking = (
  session: SigningSession,
  { documento, signatario }: Entry,
  fator: FatorAutenticacao,
): boolean => requiredFactors(documento, signatario).includes(fator) && !isFulfilled(session, signatario, fator);

/** Every factor demanded of the person in any document of the set that still asks something. */
export function demandedFactors(session: SigningSession): FatorAutenticacao[] {
  return [
    ...new Set(currentEntries(session).flatMap(({ documento, signatario }) => requiredFactors(documento, signatario))),
  ];
}

/** Those of them that at least one of these documents lacks. */
export function missingFactors(session: SigningSession): FatorAutenticacao[] {
  return demandedFactors(session).filter((fator) =>
    currentEntries(session).some((entry) => isLacking(session, entry, fator)),
  );
}

/** @throws 403 AUTENTICACAO_INCOMPLETA while a demanded factor is unfulfilled */
export function requireAuthenticated(session: SigningSession): void {
  const missing = missingFactors(session);
  if (missing.length > 0) {
    throw new Problem('403 AUTENTICACAO_INCOMPLETA', rule('factorsLeft', { fatores: missing.join(', ') }));
  }
}

/** Entries in which the person can still act. */
export function openEntries(session: SigningSession): Entry[] {
  return session.entries.filter(({ documento, signatario }) => isOpen(documento, session.now) && isPending(signatario));
}

/** Whether it is the person's turn in an open entry. */
export function isTheirTurn({ documento, signatario, everyone }: Entry): boolean {
  return whoseTurn(documento.ordenado, everyone).some(({ id }) => id === signatario.id);
}

/**
 * The entry a request is about.
 * @throws 400 when the set has several documents and none was named, 404 when the one named is not of the set
 */
export function entryOf(session: SigningSession, documentoId: string | undefined): Entry {
  if (documentoId === undefined) {
    if (session.entries.length === 1) return session.entries[0];
    throw invalid([{ campo: 'documentoId', ...rule('whichDocument') }]);
  }
  const entry = session.entries.find(({ documento }) => documento.id === documentoId.toLowerCase());
  if (!entry) throw notFound();
  return entry;
}
