import type { FatorAutenticacao } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import type { Origin, Source } from '../../core/actor.ts';
import type { ResolvedLink } from '../../core/call.ts';
import { conflict, invalid, notFound, Problem } from '../../core/problem.ts';
import type { Columns, Row } from '../../core/row.ts';
import { type Scope, scopeOf } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import {
  type CampoRow,
  camposOf,
  type DocumentoRow,
  type FatorRow,
  findDocumentos,
  fulfilled,
  isListed,
  isOpen,
  isOverdue,
  isPending,
  type LinkPurpose,
  type LinkTokens,
  listFatores,
  lockDocumentos,
  personKey,
  requiredFactors,
  type SignatarioRow,
  signatariosOf,
  whoseTurn,
} from '../documentos/index.ts';
import { goneLink, overdueLink, revokedLink } from './gone-link.ts';
import { isInPerson } from './in-person.ts';

/** One document of a link, with the person's signer row in it. */
export interface Entry {
  readonly documento: DocumentoRow;
  readonly signatario: SignatarioRow;
  readonly everyone: readonly SignatarioRow[];
  readonly campos: readonly CampoRow[];
  /** What the sender filled in, for everyone to read. */
  readonly ofSender: readonly CampoRow[];
}

/** What a personal link opens: the person, in one document or in each document of an envelope. */
export interface SigningSession {
  readonly link: {
    readonly id: string;
    readonly canal: 'EMAIL' | 'SMS' | 'LINK';
    readonly destino: string | null;
    readonly motivo: LinkPurpose;
    /** The origin of the page around this one; null for a link that is opened by itself. */
    readonly origem: string | null;
    /** Where the person is sent back to, if that was said for this link. */
    readonly url_retorno: string | null;
  };
  readonly entries: readonly [Entry, ...Entry[]];
  readonly fatores: readonly FatorRow[];
  /** The time of the transaction that loaded it, which decides what is open. */
  readonly now: Date;
}

type LinkRow = SigningSession['link'] & Columns<'link', 'pessoa' | 'revogado_em'> & { readonly expira_em: Date | null };

/**
 * Resolves a signer's token.
 * @throws 404 if it was never issued, 410 if it is no longer valid
 */
export function createLinkResolver(db: Database, tokens: LinkTokens) {
  return async (token: string): Promise<{ link: ResolvedLink; scope: Scope }> => {
    const [row] = await db.look(
      (sql) => sql<
        Row<'acesso.link', { id: string; organizacao_id: string; ambiente: Scope['ambiente']; revogado: boolean }>[]
      >`
      select * from acesso.link(${tokens.hashOf(token)})`,
    );
    if (!row) throw notFound();
    const scope = scopeOf(row.organizacao_id, row.ambiente);
    if (row.revogado) throw await db.read(scope, (tx) => revokedLink(tx, row.id));
    return { link: { id: row.id }, scope };
  };
}

/**
 * Loads what a link opens, locking its documents if the caller is going to change them. A document is left out from the
 * moment its deadline passes, and the other documents of an envelope stay, as they do after the sweep.
 * @throws 410 if nothing of it is left, 409 while it is still a draft or it is not the person's turn in any of it
 */
export async function loadSession(tx: Tx, linkId: string, mode: 'read' | 'lock'): Promise<SigningSession> {
  const { waits, ...session } = await openSession(tx, linkId, mode);
  if (waits) throw conflict(rule('notYourTurn'));
  return session;
}

/**
 * The same for reading only: before the person's first turn, it shows what is coming, with `waits`.
 * @throws 410 if nothing of it is left, 409 while it is still a draft
 */
export async function openSession(
  tx: Tx,
  linkId: string,
  mode: 'read' | 'lock',
): Promise<SigningSession & { readonly waits: boolean }> {
  const { sql } = tx;
  const members = await sql<Columns<'link_signatario', 'documento_id' | 'signatario_id'>[]>`
    select documento_id, signatario_id
      from link_signatario
     where link_id = ${linkId} and desligado_em is null
       and ${tx.here()}
     order by documento_id`;
  const ids = members.map(({ documento_id }) => documento_id);
  // One round trip. The server answers in this order, so all but the first read what the locks waited for: a cancellation
  // that held one has revoked the link by now.
  const [documentos, signatarios, campos, [link], proven] = await Promise.all([
    mode === 'lock' ? lockDocumentos(tx, ids) : findDocumentos(tx, ids),
    signatariosOf(tx, ids),
    camposOf(tx, ids),
    sql<LinkRow[]>`
      select l.id, l.canal, l.destino, l.motivo, l.pessoa, l.revogado_em, i.origem, i.url_retorno, i.expira_em
        from link l
        left join link_incorporado i on i.link_id = l.id and ${tx.here('i')} and ${isListed(tx)}
       where l.id = ${linkId} and ${tx.here('l')}`,
    listFatores(
      tx,
      members.map(({ signatario_id }) => signatario_id),
    ),
  ]);
  const overdue = documentos.filter((documento) => isOverdue(documento, tx.now));
  const places = members.flatMap(({ documento_id, signatario_id }): Entry[] => {
    const documento = documentos.find(({ id }) => id === documento_id);
    if (!documento || overdue.includes(documento)) return [];
    const everyone = signatarios.filter((one) => one.documento_id === documento_id);
    const signatario = everyone.find(({ id }) => id === signatario_id);
    if (!signatario) return [];
    const all = campos.filter((campo) => campo.documento_id === documento_id);
    return [
      {
        documento,
        signatario,
        everyone,
        campos: all.filter((campo) => campo.signatario_id === signatario_id),
        ofSender: all.filter((campo) => campo.signatario_id === null && campo.valor_padrao),
      },
    ];
  });
  if (!link || link.revogado_em) throw await revokedLink(tx, linkId);
  // One of which nothing says when it ends has ended: so has one whose origin is listed no longer.
  if (link.motivo === 'INCORPORADO' && !(link.expira_em && link.expira_em > tx.now)) throw goneLink('SESSAO_ENCERRADA');
  // In an envelope a contact may be corrected while a link is being issued: it opens only rows that still belong to its
  // person.
  const own = places.filter(({ signatario }) => places.length === 1 || personKey(signatario) === link.pessoa);
  if (own.length === 0) {
    const mine = signatarios.filter(({ id }) => members.some(({ signatario_id }) => signatario_id === id));
    throw overdue.length > 0 ? await overdueLink(tx, overdue, link, mine) : goneLink();
  }
  const sent = own.filter(({ documento }) => documento.status !== 'RASCUNHO');
  const invited = sent.filter(({ signatario }) => signatario.convidado_em !== null);
  const [first, ...rest] = invited.length > 0 ? invited : sent;
  if (!first) throw conflict(rule('notSentYet'));
  const shown = new Set([first, ...rest].map(({ signatario }) => signatario.id));
  const fatores = proven.filter(({ signatario_id }) => shown.has(signatario_id));
  return { link, entries: [first, ...rest], fatores, now: tx.now, waits: invited.length === 0 };
}

/** The session with its factors as they are now; documents and people are as they were when it was loaded. */
export async function withFactors(tx: Tx, session: SigningSession): Promise<SigningSession> {
  const fatores = await listFatores(
    tx,
    session.entries.map(({ signatario }) => signatario.id),
  );
  return { ...session, fatores };
}

/** The person as greeted by the page and named in the trail. None of it proves anything. */
export interface Person
  extends Pick<
    SignatarioRow,
    'id' | 'nome' | 'email' | 'telefone' | 'funcao' | 'status' | 'travar_dados' | 'aceito_em' | 'idioma'
  > {}

/**
 * The person behind the link: the first document's row, with a missing name or contact taken from the rows in the other
 * documents. Proofs, codes and signatures use each document's own row.
 */
export function personOf(session: SigningSession): Person {
  const { signatario } = session.entries[0];
  const known = (column: 'nome' | 'email' | 'telefone') =>
    session.entries.find((entry) => entry.signatario[column] !== null)?.signatario[column] ?? null;
  return { ...signatario, nome: known('nome'), email: known('email'), telefone: known('telefone') };
}

/**
 * The entries that still need something from the person; if there are none, those they signed. What they refused asks
 * nothing more of them, unless they refused everything.
 */
export function currentEntries(session: SigningSession): readonly Entry[] {
  const open = openEntries(session);
  if (open.length > 0) return open;
  const kept = session.entries.filter(({ signatario }) => signatario.status !== 'RECUSADO');
  return kept.length > 0 ? kept : session.entries;
}

/** The signer as named in the trail, and where the request came from. */
export function signerOrigin(session: SigningSession, source: Source): Origin {
  const { nome, email, telefone } = personOf(session);
  return {
    actor: { tipo: 'SIGNATARIO', linkId: session.link.id, nome: nome ?? email ?? telefone ?? 'Signatário' },
    source,
  };
}

/** What the trail says of an act beside the act: inside whose page it was done, or in whose presence. */
export const placeOfAct = ({ link }: SigningSession, signatario: SignatarioRow) => ({
  ...(link.origem === null ? {} : { incorporadaEm: link.origem }),
  ...(isInPerson(link, signatario) ? { presencial: true } : {}),
});

export const isFulfilled = (session: SigningSession, signatario: SignatarioRow, fator: FatorAutenticacao): boolean =>
  fulfilled(signatario, fator, session.fatores);

/** Whether a document requires a factor of the person that is not proven for their data in that document. */
export const isLacking = (
  session: SigningSession,
  { documento, signatario }: Entry,
  fator: FatorAutenticacao,
): boolean => requiredFactors(documento, signatario).includes(fator) && !isFulfilled(session, signatario, fator);

/** Every factor required of the person in these documents: in any unfinished one of the set, unless others are named. */
export function demandedFactors(session: SigningSession, entries = currentEntries(session)): FatorAutenticacao[] {
  return [...new Set(entries.flatMap(({ documento, signatario }) => requiredFactors(documento, signatario)))];
}

/** Those missing in at least one of these documents. */
export function missingFactors(session: SigningSession, entries = currentEntries(session)): FatorAutenticacao[] {
  return demandedFactors(session, entries).filter((fator) => entries.some((entry) => isLacking(session, entry, fator)));
}

/** @throws 403 AUTENTICACAO_INCOMPLETA while a required factor is not fulfilled */
export function requireAuthenticated(session: SigningSession, entries = currentEntries(session)): void {
  const missing = missingFactors(session, entries);
  if (missing.length > 0) {
    throw new Problem('403 AUTENTICACAO_INCOMPLETA', rule('factorsLeft', { fatores: missing.join(', ') }));
  }
}

/**
 * Whether the person may have a document's file. In what they have ended it takes what was asked of them there: nobody can
 * prove more for it, and what the rest of the set asks is no matter of it.
 * @throws 403 AUTENTICACAO_INCOMPLETA
 */
export function requireReader(session: SigningSession, entry: Entry): void {
  if (isPending(entry.signatario)) requireAuthenticated(session);
  else requireAuthenticated(session, [entry]);
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
 * @param campo where in the request the document is named
 * @throws 400 if the set has several documents and none was named, 404 if the named one is not in the set
 */
export function entryOf(session: SigningSession, documentoId: string | undefined, campo = 'documentoId'): Entry {
  if (documentoId === undefined) {
    if (session.entries.length === 1) return session.entries[0];
    throw invalid([{ campo, ...rule('whichDocument') }]);
  }
  const entry = session.entries.find(({ documento }) => documento.id === documentoId);
  if (!entry) throw notFound();
  return entry;
}
