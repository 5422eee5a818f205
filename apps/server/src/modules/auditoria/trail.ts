import { randomUUID } from 'node:crypto';
import type { AcaoAuditoria, EventoAuditoria } from '@rubrica/contract';
import type { Origin } from '../../core/actor.ts';
import { canonicalJson, chainLink, chainRoot, sha256Hex } from '../../core/chain.ts';
import { latest, type ScopeTime } from '../../core/clock.ts';
import { actClaim, type Claim, hiddenLeaf, newNonce } from '../../core/open-log/leaf.ts';
import type { Columns } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import { queueLeaves } from '../registro/index.ts';

/** What happened; who did it and from where comes from the origin. */
export interface AuditEntry {
  readonly acao: AcaoAuditoria;
  readonly detalhe?: Readonly<Record<string, unknown>>;
}

type Unhashed = Omit<EventoAuditoria, 'hash'>;

/** What an event under a clock that was moved says of the real time, beside its own (ADR 0057). */
const beside = ({ now, realNow }: ScopeTime) => (now === realNow ? {} : { horaReal: realNow.toISOString() });

/** Whether a clock that was moved told the time of any of these events. */
export const hasMovedTime = (events: readonly Pick<EventoAuditoria, 'detalhe'>[]): boolean =>
  events.some(({ detalhe }) => detalhe.horaReal !== undefined);

/**
 * The event as it will be served, before its hash. Its properties never depend on later code, because the text is
 * stored.
 * @param at the time of its link, which is never before that of the link before
 */
export function composeEvent(at: Date, time: ScopeTime, { actor, source }: Origin, entry: AuditEntry): Unhashed {
  return {
    id: randomUUID(),
    acao: entry.acao,
    tipoAtor: actor.tipo,
    ator: actor.nome,
    ocorridoEm: at.toISOString(),
    ip: source?.ip ?? null,
    porta: source?.porta ?? null,
    origemEndereco: source?.origem ?? null,
    agenteUsuario: source?.agenteUsuario ?? null,
    detalhe: { ...entry.detalhe, ...beside(time) },
    geolocalizacao: source?.geolocalizacao ?? null,
  };
}

/** Head of a trail: the number of links, and the last link's hash and time. */
export type TrailHead = Columns<'trilha', 'tamanho' | 'hash' | 'ultimo_em'>;

/** The head of a trail that was read entirely. */
export function headOf(events: readonly EventoAuditoria[]): TrailHead {
  const last = events.at(-1);
  return { tamanho: events.length, hash: last?.hash ?? '', ultimo_em: last ? new Date(last.ocorridoEm) : null };
}

/**
 * The time of the link after a head. A transaction takes its time when it begins; if it then waited for another
 * transaction writing to the same trail, its event still comes after the other one's, and time must not go back.
 */
export function linkTime(head: TrailHead, now: Date): Date {
  return latest(now, head.ultimo_em);
}

export interface ChainedEvent {
  readonly event: EventoAuditoria;
  /** Canonical JSON of the event without its hash: the bytes that were hashed. */
  readonly corpo: string;
}

/** Chains an event to a head. Pure, so that completion can compute the last link before committing it. */
export function chainEvent(head: TrailHead, unhashed: Unhashed): { head: TrailHead; chained: ChainedEvent } {
  const corpo = canonicalJson(unhashed);
  const hash = chainLink(head.hash, corpo);
  const event = { ...(JSON.parse(corpo) as Unhashed), hash } as EventoAuditoria;
  const next = { tamanho: head.tamanho + 1, hash, ultimo_em: new Date(unhashed.ocorridoEm) };
  return { head: next, chained: { event, corpo } };
}

/** A head that is locked, with what hides the document's leaves in the open log; null: it has none yet. */
export type LockedHead = TrailHead & Columns<'trilha', 'nonce'>;

/** The head of a document's trail, locked until the transaction ends so that links follow each other without gaps. */
export async function lockHead(tx: Tx, documentoId: string): Promise<LockedHead> {
  const [head] = await tx.sql<LockedHead[]>`
    select tamanho, hash, ultimo_em, nonce
      from trilha
     where documento_id = ${documentoId}
       and ${tx.here()}
       for update`;
  if (!head) throw new Error('a document without a trail');
  return head;
}

/** Writes links chained to the locked head. The database verifies the order and hash of each again. */
export async function insertLinks(
  tx: Tx,
  documentoId: string,
  firstSequence: number,
  links: readonly ChainedEvent[],
): Promise<void> {
  const rows = links.map(({ event, corpo }, index) => ({
    documento_id: documentoId,
    sequencia: firstSequence + index,
    organizacao_id: tx.scope.organizacaoId,
    ambiente: tx.scope.ambiente,
    id: event.id,
    corpo,
    hash: event.hash,
  }));
  await tx.sql`insert into evento_auditoria ${tx.sql(rows)}`;
}

/** Appends events to a document's trail, in the transaction of the change itself. */
export async function recordEvents(
  tx: Tx,
  documentoId: string,
  origin: Origin,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length > 0) await append(tx, await lockHead(tx, documentoId), documentoId, origin, entries);
}

/**
 * Appends what a person did, and what followed of it, to a document's trail, and tells it to the open log: the first entry is the
 * signature or refusal, and says under which nonce (ADR 0085).
 */
export async function recordAct(
  tx: Tx,
  documentoId: string,
  origin: Origin,
  [act, ...following]: readonly [AuditEntry, ...AuditEntry[]],
): Promise<Act> {
  const head = await lockHead(tx, documentoId);
  const nonce = head.nonce ?? newNonce();
  const told = { ...act, detalhe: { ...act.detalhe, registro: sha256Hex(nonce) } };
  const [event] = await append(tx, head, documentoId, origin, [told, ...following]);
  if (!event) throw new Error('an act without an event');
  const claim = claimOf(documentoId, head.tamanho + 1, event);
  await Promise.all([
    queueLeaves(tx, [hiddenLeaf(nonce, claim)]),
    head.nonce === null && keepNonce(tx, documentoId, nonce),
  ]);
  return { nonce, claim };
}

/** What an act was told to the open log as. */
export interface Act {
  readonly nonce: Buffer;
  readonly claim: Claim<'ATO'>;
}

const claimOf = (documentoId: string, sequencia: number, { hash, ocorridoEm, detalhe }: EventoAuditoria) =>
  actClaim(documentoId, { sequencia, hash, at: new Date((detalhe.horaReal as string | undefined) ?? ocorridoEm) });

/** The acts of a trail that were told to the open log, oldest first. */
export function loggedActs(documentoId: string, events: readonly EventoAuditoria[]): Claim<'ATO'>[] {
  return events.flatMap((event, index) =>
    event.detalhe.registro === undefined ? [] : [claimOf(documentoId, index + 1, event)],
  );
}

type ActRow = Columns<'evento_auditoria', 'sequencia' | 'corpo' | 'hash'> & Columns<'trilha', 'nonce'>;

/** The acts of one person that were told to the open log, oldest first. */
export async function readActs(tx: Tx, documentoId: string, signatarioId: string): Promise<Act[]> {
  const rows = await tx.sql<ActRow[]>`
    select e.sequencia, e.corpo, e.hash, t.nonce
      from trilha t
      join evento_auditoria e on e.documento_id = t.documento_id
     where t.documento_id = ${documentoId} and ${tx.here('t')}
       and e.corpo::jsonb #>> '{detalhe,signatarioId}' = ${signatarioId}
       and e.corpo::jsonb #>> '{detalhe,registro}' is not null
     order by e.sequencia`;
  return rows.flatMap(({ sequencia, corpo, hash, nonce }) =>
    nonce ? [{ nonce, claim: claimOf(documentoId, sequencia, { ...JSON.parse(corpo), hash }) }] : [],
  );
}

/** Documents of before the open log get their nonce with the first act after it. */
export async function keepNonce(tx: Tx, documentoId: string, nonce: Buffer): Promise<void> {
  await tx.sql`update trilha set nonce = ${nonce} where documento_id = ${documentoId} and nonce is null and ${tx.here()}`;
}

async function append(
  tx: Tx,
  start: TrailHead,
  documentoId: string,
  origin: Origin,
  entries: readonly AuditEntry[],
): Promise<EventoAuditoria[]> {
  if (origin.source?.origem === 'SIMULACAO' && tx.scope.ambiente !== 'TESTE')
    throw new Error('what was simulated is no evidence of production');
  let head = start;
  const links = entries.map((entry) => {
    const step = chainEvent(head, composeEvent(linkTime(head, tx.now), tx, origin, entry));
    head = step.head;
    return step.chained;
  });
  await insertLinks(tx, documentoId, start.tamanho + 1, links);
  return links.map(({ event }) => event);
}

export async function recordEvent(tx: Tx, documentoId: string, origin: Origin, entry: AuditEntry): Promise<void> {
  await recordEvents(tx, documentoId, origin, [entry]);
}

/** The last event of a kind in a document's trail, or null. */
export async function findEvent(
  tx: Tx,
  documentoId: string,
  acao: AcaoAuditoria,
): Promise<Pick<EventoAuditoria, 'tipoAtor' | 'ator' | 'detalhe'> | null> {
  const [row] = await tx.sql<Columns<'evento_auditoria', 'corpo'>[]>`
    select corpo
      from evento_auditoria
     where documento_id = ${documentoId} and corpo::jsonb ->> 'acao' = ${acao}
       and ${tx.here()}
     order by sequencia desc
     limit 1`;
  return row ? (JSON.parse(row.corpo) as EventoAuditoria) : null;
}

/** Who did something last, as the trails of some documents name them. */
export async function lastActors(
  tx: Tx,
  documentoIds: readonly string[],
  acao: AcaoAuditoria,
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await tx.sql<(Columns<'evento_auditoria', 'documento_id'> & { ator: string | null })[]>`
    select distinct on (documento_id) documento_id, corpo::jsonb ->> 'ator' as ator
      from evento_auditoria
     where ${tx.oneOf('documento_id', documentoIds)} and corpo::jsonb ->> 'acao' = ${acao}
       and ${tx.here()}
     order by documento_id, sequencia desc`;
  return new Map(rows.map(({ documento_id, ator }) => [documento_id, ator]));
}

/** The start of a document's trail: the first uploaded file and the first event. */
export interface TrailStart {
  readonly documentoId: string;
  readonly fileSha256: string;
  readonly origin: Origin;
  readonly entry: AuditEntry;
}

/** Starts the trails of new documents. Each root binds the document's id to its file. */
export async function startTrails(tx: Tx, starts: readonly TrailStart[]): Promise<void> {
  const { organizacaoId, ambiente } = tx.scope;
  const begun = starts.map(({ documentoId, fileSha256, origin, entry }) => {
    const seed = chainRoot(documentoId, fileSha256);
    const root: TrailHead = { tamanho: 0, hash: seed, ultimo_em: null };
    const { chained } = chainEvent(root, composeEvent(tx.now, tx, origin, entry));
    return { documento_id: documentoId, seed, id: chained.event.id, corpo: chained.corpo, hash: chained.event.hash };
  });
  const heads = begun.map(({ documento_id, seed }) => ({ documento_id, seed, nonce: newNonce().toString('hex') }));
  const links = begun.map(({ documento_id, id, corpo, hash }) => ({ documento_id, id, corpo, hash }));
  // Rows nobody else can see yet need no lock; links are checked against the heads, so they need a second statement.
  await Promise.all([
    tx.sql`
      insert into trilha (documento_id, organizacao_id, ambiente, tamanho, hash, nonce)
      select documento_id, ${organizacaoId}, ${ambiente}, 0, seed, decode(nonce, 'hex')
        from jsonb_to_recordset(${tx.json(heads)}) as head (documento_id uuid, seed text, nonce text)`.execute(),
    tx.sql`
      insert into evento_auditoria (documento_id, sequencia, organizacao_id, ambiente, id, corpo, hash)
      select documento_id, 1, ${organizacaoId}, ${ambiente}, id, corpo, hash
        from jsonb_to_recordset(${tx.json(links)})
          as link (documento_id uuid, id uuid, corpo text, hash text)`.execute(),
  ]);
}

/** The whole trail, oldest first, each event with its link's hash, exactly as served. */
export async function readTrail(tx: Tx, documentoId: string): Promise<EventoAuditoria[]> {
  const rows = await tx.sql<Columns<'evento_auditoria', 'corpo' | 'hash'>[]>`
    select corpo, hash
      from evento_auditoria
     where documento_id = ${documentoId}
       and ${tx.here()}
     order by sequencia`;
  return rows.map(({ corpo, hash }) => ({ ...JSON.parse(corpo), hash }));
}

/** Whether a clock that was moved told the time of any event of a trail. */
export async function tellsMovedTime(tx: Tx, documentoId: string): Promise<boolean> {
  const rows = await tx.sql`
    select
      from evento_auditoria
     where documento_id = ${documentoId}
       and ${tx.here()}
       and corpo::jsonb #> '{detalhe,horaReal}' is not null
     limit 1`;
  return rows.length > 0;
}

/** Part of the trail after `afterSequence`, with the trail's length, for the listing. */
export async function listTrail(
  tx: Tx,
  documentoId: string,
  afterSequence: number,
  limit: number,
): Promise<{ events: { sequencia: number; event: EventoAuditoria }[]; total: number }> {
  const [head] = await tx.sql<Columns<'trilha', 'tamanho'>[]>`
    select tamanho
      from trilha
     where documento_id = ${documentoId}
       and ${tx.here()}`;
  const rows = await tx.sql<Columns<'evento_auditoria', 'sequencia' | 'corpo' | 'hash'>[]>`
    select sequencia, corpo, hash
      from evento_auditoria
     where documento_id = ${documentoId}
       and ${tx.here()}
       and sequencia > ${afterSequence}
     order by sequencia
     limit ${limit}`;
  return {
    events: rows.map(({ sequencia, corpo, hash }) => ({ sequencia, event: { ...JSON.parse(corpo), hash } })),
    total: head?.tamanho ?? 0,
  };
}

/** The first event of a kind about a signer that was recorded at a moment or after it; null if there is none. @param em RFC 3339 */
export async function firstEventSince(
  tx: Tx,
  documentoId: string,
  acao: AcaoAuditoria,
  { signatarioId, em }: { readonly signatarioId: string; readonly em: string },
): Promise<Pick<EventoAuditoria, 'ator' | 'detalhe'> | null> {
  const [row] = await tx.sql<Columns<'evento_auditoria', 'corpo'>[]>`
    select corpo
      from evento_auditoria
     where documento_id = ${documentoId} and corpo::jsonb ->> 'acao' = ${acao}
       and corpo::jsonb #>> '{detalhe,signatarioId}' = ${signatarioId}
       and corpo::jsonb ->> 'ocorridoEm' >= ${em}
       and ${tx.here()}
     order by sequencia
     limit 1`;
  return row ? (JSON.parse(row.corpo) as EventoAuditoria) : null;
}
