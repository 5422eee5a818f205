import type { EventoAuditoria, Signatario } from '@rubrica/contract';
import { type Standing, standingsOf, type TrailPerson } from '@rubrica/contract/trail-people';

/** How a person is named where the trail has, or has not, kept who it was. */
export interface PersonWords {
  /** Of whom neither name nor contact was ever given. */
  readonly noName: string;
  /** Of whom the trail has kept nothing. */
  readonly notKept: string;
  /** Of an event that puts one into the place of the other. */
  readonly replaced: (before: string, after: string) => string;
}

function nameIn({ nome, email, telefone }: TrailPerson, words: PersonWords): string {
  const name = nome ?? email ?? telefone;
  if (name) return name;
  return [nome, email, telefone].includes(undefined) ? words.notKept : words.noName;
}

function inWords({ before, after }: Standing, words: PersonWords): string {
  const [from, to] = [nameIn(before, words), nameIn(after, words)];
  return from === to ? to : words.replaced(from, to);
}

const asNow = ({ nome, email, telefone, cpf, dataNascimento }: Signatario): TrailPerson => ({
  ...{ nome, email, telefone, cpf, dataNascimento },
});

/**
 * The name of whom each event was about at its time, by the event's id; both where it put somebody else into the place.
 * @param events all of the trail, oldest first
 */
export function peopleOfTrail(
  events: readonly EventoAuditoria[],
  signatarios: readonly Signatario[],
  words: PersonWords,
): ReadonlyMap<string, string> {
  const places = new Set(
    events.flatMap(({ detalhe: { signatarioId } }) => (typeof signatarioId === 'string' ? [signatarioId] : [])),
  );
  return new Map(
    [...places].flatMap((id) => {
      const now = signatarios.find((one) => one.id === id);
      const standings = standingsOf(events, id, now ? asNow(now) : null);
      return [...standings].flatMap(([index, standing]) => {
        const event = events[index];
        return event ? [[event.id, inWords(standing, words)] as const] : [];
      });
    }),
  );
}
