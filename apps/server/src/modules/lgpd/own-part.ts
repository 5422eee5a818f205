import type { EventoAuditoria } from '@rubrica/contract';
import { type Standing, standingsOf, type TrailPerson } from '@rubrica/contract/trail-people';
import type { SignatarioRow } from '../documentos/index.ts';
import type { Titular } from './titular.ts';

/** What of a place's story is one person's: another may have been in it before, or since (docs/adr/0087). */
export interface OwnPart {
  /** Whether the person is in the place now. */
  readonly present: boolean;
  /** Whether others were in the place: what the sender keeps with it may be about them. */
  readonly shared: boolean;
  /** When another came into the person's place, RFC 3339; null if nobody did. */
  readonly substituidoEm: string | null;
  /** As whom the place knew them, the last first. */
  readonly people: readonly TrailPerson[];
  /** The events about them, without what these tell of others. */
  readonly eventos: readonly EventoAuditoria[];
}

/**
 * The person's part in a place.
 * @param trail the whole trail, oldest first
 */
export function ownPart(trail: readonly EventoAuditoria[], signer: SignatarioRow, titular: Titular): OwnPart {
  const now = personIn(signer);
  const standings = standingsOf(trail, signer.id, now);
  const isOwn = recognizer(trail, standings, now, titular);
  const everybody = [now, ...[...standings.values()].reverse().map(({ before }) => before)];
  const people = everybody.filter(isOwn);
  const present = isOwn(now);
  const left = [...standings].findLast(([, { before, after }]) => isOwn(before) && !isOwn(after));
  return {
    present,
    shared: people.length < everybody.length,
    substituidoEm: present || !left ? null : (trail[left[0]]?.ocorridoEm ?? null),
    people,
    eventos: ownEvents(trail, standings, signer.id, isOwn, now),
  };
}

const personIn = ({ nome, email, telefone, cpf, data_nascimento }: SignatarioRow): TrailPerson => ({
  ...{ nome, email, telefone, cpf },
  dataNascimento: data_nascimento,
});

type IsOwn = (person: TrailPerson) => boolean;

/**
 * Whether somebody who was in the place is the person: by e-mail or CPF. Where the person is in it now, one of another name,
 * that only the sender changed, is another who shares the mailbox.
 */
function recognizer(
  trail: readonly EventoAuditoria[],
  standings: ReadonlyMap<number, Standing>,
  now: TrailPerson,
  titular: Titular,
): IsOwn {
  const byCpf = ({ cpf }: TrailPerson) => titular.cpf !== null && cpf === titular.cpf;
  const byEmail = ({ email }: TrailPerson) => email?.toLowerCase() === titular.email;
  if (!byCpf(now) && !byEmail(now)) return (person) => byCpf(person) || byEmail(person);
  const ownCorrections = [...standings].filter(([index]) => trail[index]?.acao === 'DADOS_CORRIGIDOS');
  const itself = ownCorrections.map(([, { before }]) => before);
  const names = new Set([now, ...itself].map(({ nome }) => nome));
  return (person) =>
    byCpf(person) || itself.includes(person) || (byEmail(person) && (!person.nome || names.has(person.nome)));
}

function ownEvents(
  trail: readonly EventoAuditoria[],
  standings: ReadonlyMap<number, Standing>,
  signatarioId: string,
  isOwn: IsOwn,
  now: TrailPerson,
): EventoAuditoria[] {
  let there = [...standings.values()][0]?.before ?? now;
  let ownAct = false;
  return trail.flatMap((event, index) => {
    const { before, after } = standings.get(index) ?? { before: there, after: there };
    there = after;
    const [was, is] = [isOwn(before), isOwn(after)];
    const told = event.detalhe.signatarioId === signatarioId;
    // What follows of somebody's act names nobody else: a refusal that ends the document.
    const follows = ownAct && event.tipoAtor === 'SIGNATARIO' && event.detalhe.signatarioId === undefined;
    ownAct = told && was && event.tipoAtor === 'SIGNATARIO';
    if (!(told || follows || lists(event, signatarioId)) || !(was || is)) return [];
    return [withoutOthers(event, signatarioId, { was, is })];
  });
}

const idIn = (line: unknown): unknown =>
  typeof line === 'object' && line !== null && 'signatarioId' in line ? line.signatarioId : line;

const LISTS = ['dados', 'signatarioIds'] as const;

const lists = ({ detalhe }: EventoAuditoria, signatarioId: string): boolean =>
  LISTS.some(
    (name) => Array.isArray(detalhe[name]) && (detalhe[name] as unknown[]).some((one) => idIn(one) === signatarioId),
  );

const NOWHERE = { ip: null, porta: null, origemEndereco: null, agenteUsuario: null, geolocalizacao: null } as const;

/** An event without the others it tells of: who was, or is, in the place besides, and from where whoever else acted did so. */
function withoutOthers(
  event: EventoAuditoria,
  signatarioId: string,
  { was, is }: { readonly was: boolean; readonly is: boolean },
): EventoAuditoria {
  const acted = event.tipoAtor === 'SIGNATARIO' && was;
  const listed = Object.fromEntries(
    LISTS.flatMap((name) => {
      const list = event.detalhe[name];
      return Array.isArray(list) ? [[name, list.filter((one) => idIn(one) === signatarioId)]] : [];
    }),
  );
  const { alteracoes } = event.detalhe;
  const changes = alteracoes && !(was && is) ? { alteracoes: oneSide(alteracoes, was ? 'de' : 'para') } : {};
  return {
    ...event,
    ...(acted ? {} : NOWHERE),
    ...(event.tipoAtor === 'SIGNATARIO' && !was ? { ator: null } : {}),
    detalhe: { ...event.detalhe, ...listed, ...changes },
  };
}

const oneSide = (changes: unknown, side: 'de' | 'para') =>
  Object.fromEntries(
    Object.entries(changes as Record<string, Record<string, unknown>>).map(([name, change]) => [
      name,
      { [side]: change[side] },
    ]),
  );
