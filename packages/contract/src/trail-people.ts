import { digitsOf } from './brazil.ts';

/** Who was in a signer's place at each event of a trail: another may have come into it since, by a correction or by passing it on. */

/** Of an event of the trail (`EventoAuditoria`), what tells who it is about. */
export interface ToldEvent {
  readonly acao: string;
  readonly tipoAtor: string;
  readonly ator: string | null;
  readonly detalhe: Readonly<Record<string, unknown>>;
}

const MEMBERS = ['nome', 'email', 'telefone', 'cpf', 'dataNascimento'] as const;

/** What identifies a person: null for what they did not have, undefined for what was not kept. CPF in digits. */
export type TrailPerson = Readonly<Record<(typeof MEMBERS)[number], string | null | undefined>>;

/** The person before an event and after it: the same, except in an event that changes who it is. */
export interface Standing {
  readonly before: TrailPerson;
  readonly after: TrailPerson;
}

const NOBODY: TrailPerson = {
  nome: undefined,
  email: undefined,
  telefone: undefined,
  cpf: undefined,
  dataNascimento: undefined,
};

type Member = (typeof MEMBERS)[number];
interface Change {
  readonly de: string | null | undefined;
  readonly para: string | null | undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** What an event says that it changed of a person; those of before that say only what, not from what, leave it unknown. */
function changesIn({ acao, detalhe }: ToldEvent): [Member, Change][] {
  if (acao !== 'SIGNATARIO_CORRIGIDO' && acao !== 'DADOS_CORRIGIDOS') return [];
  const told = acao === 'DADOS_CORRIGIDOS' ? detalhe : detalhe.alteracoes;
  const listed = Array.isArray(detalhe.campos) ? detalhe.campos : [];
  return MEMBERS.flatMap((member): [Member, Change][] => {
    const change = isObject(told) ? told[member] : undefined;
    if (isObject(change)) return [[member, { de: textIn(member, change.de), para: textIn(member, change.para) }]];
    return told === undefined && listed.includes(member) ? [[member, { de: undefined, para: undefined }]] : [];
  });
}

const textIn = (member: string, value: unknown): string | null =>
  typeof value !== 'string' ? null : member === 'cpf' ? digitsOf(value) : value;

const isAbout = ({ detalhe }: ToldEvent, signatarioId: string) => detalhe.signatarioId === signatarioId;

/**
 * The person whom each event of a signer's place was about, by the position of the event in the trail. What the trail has
 * not kept is undefined, never taken from who is there now.
 * @param events all of the trail, oldest first
 * @param now who is in the place after the last event; null for one that was removed
 */
export function standingsOf(
  events: readonly ToldEvent[],
  signatarioId: string,
  now: TrailPerson | null,
): ReadonlyMap<number, Standing> {
  const standings = new Map<number, Standing>();
  let known = now ?? lastTold(events, signatarioId);
  for (const [index, event] of [...events.entries()].reverse()) {
    if (!isAbout(event, signatarioId)) continue;
    // The link that a correction replaces, which is told right after it, was that of the person of before.
    const replaced = event.acao === 'LINK_SUBSTITUIDO' ? events[index - 1] : undefined;
    if (replaced && isAbout(replaced, signatarioId)) {
      const former = beforeOf(replaced, known);
      standings.set(index, { before: former, after: former });
      continue;
    }
    const after = actorIn(event, known);
    known = beforeOf(event, known);
    standings.set(index, { before: actorIn(event, known), after });
  }
  return byDestination(events, new Map([...standings].reverse()));
}

const beforeOf = (event: ToldEvent, after: TrailPerson): TrailPerson => ({
  ...after,
  ...Object.fromEntries(changesIn(event).map(([member, { de }]) => [member, de])),
});

/** Of a place that was removed: the name that its removal tells, and what the last changes of it tell. */
function lastTold(events: readonly ToldEvent[], signatarioId: string): TrailPerson {
  const own = events.filter((event) => isAbout(event, signatarioId));
  const told = own.map((event) => Object.fromEntries(changesIn(event).map(([member, { para }]) => [member, para])));
  const removal = own.findLast(({ acao }) => acao === 'SIGNATARIO_REMOVIDO')?.detalhe;
  const name = removal && 'nome' in removal ? { nome: textIn('nome', removal.nome) } : {};
  return Object.assign({ ...NOBODY }, ...told, name);
}

/** Whoever acted is named by the act, where nothing else has kept the name. */
const actorIn = ({ tipoAtor, ator }: ToldEvent, known: TrailPerson): TrailPerson =>
  known.nome === undefined && tipoAtor === 'SIGNATARIO' && ator !== null ? { ...known, nome: ator } : known;

const sameContact = (a: string, b: string | null | undefined) => a.toLowerCase() === b?.toLowerCase();

/** A message that was on its way while another person came into the place is told after that, and went to the one of before. */
function byDestination(
  events: readonly ToldEvent[],
  standings: ReadonlyMap<number, Standing>,
): ReadonlyMap<number, Standing> {
  const people = [...standings.values()].map(({ before }) => before);
  return new Map(
    [...standings].map(([index, standing], own) => {
      const destino = events[index]?.detalhe.destino;
      if (typeof destino !== 'string') return [index, standing];
      const reached = ({ email, telefone }: TrailPerson) =>
        sameContact(destino, email) || sameContact(destino, telefone);
      const other = reached(standing.after) ? undefined : people.slice(0, own).findLast(reached);
      return [index, other ? { before: other, after: other } : standing];
    }),
  );
}
