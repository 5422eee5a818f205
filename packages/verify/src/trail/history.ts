import { canonicalJson } from '../canonical.ts';
import type { Conteudo, Dados, Evento, Signatario } from '../package/shapes.ts';
import { ensure } from '../report.ts';

/** The chained events, replayed as what happened to the document and to each person, to check the summary against. */

/** An event and its position in the trail, from 0. */
export interface Happened {
  readonly index: number;
  readonly event: Evento;
}

export interface History {
  readonly conteudo: Conteudo;
  readonly events: readonly Happened[];
  readonly byAction: ReadonlyMap<string, readonly Happened[]>;
  readonly bySigner: ReadonlyMap<string, readonly Happened[]>;
  readonly created: Happened;
  readonly sent: Happened;
  readonly concluded: Happened;
}

/**
 * Reads the trail. @throws Unreadable unless the document was created, sent and concluded, exactly once each and in
 * this order
 */
export function historyOf(conteudo: Conteudo): History {
  const events = conteudo.eventos.map((event, index) => ({ index, event }));
  const byAction = grouped(events, ({ event }) => event.acao);
  const bySigner = grouped(events, ({ event }) => String(event.detalhe.signatarioId ?? ''));
  const once = (acao: string, words: string): Happened => {
    const found = byAction.get(acao) ?? [];
    ensure(found[0] && found.length === 1, `a trilha não tem ${words}, e só um`);
    return found[0];
  };
  const created = once('DOCUMENTO_CRIADO', 'um evento de criação');
  const sent = once('DOCUMENTO_ENVIADO', 'um evento de envio');
  const concluded = once('DOCUMENTO_CONCLUIDO', 'um evento de conclusão');
  ensure(created.index === 0 && sent.index < concluded.index, 'criação, envio e conclusão não vêm nesta ordem');
  return { conteudo, events, byAction, bySigner, created, sent, concluded };
}

/** `Map.groupBy`, which some runtimes still in use lack. */
function grouped(events: readonly Happened[], keyOf: (happened: Happened) => string): Map<string, Happened[]> {
  const groups = new Map<string, Happened[]>();
  for (const happened of events) {
    const key = keyOf(happened);
    const group = groups.get(key);
    if (group) group.push(happened);
    else groups.set(key, [happened]);
  }
  return groups;
}

/** The events of one kind; may be empty. */
export const ofAction = ({ byAction }: History, acao: string): readonly Happened[] => byAction.get(acao) ?? [];

/** How to name a person in a sentence. */
export const called = ({ nome, signatarioId }: Signatario): string => nome ?? signatarioId;

/** Whether two JSON values are the same. */
export const same = (a: unknown, b: unknown): boolean => canonicalJson(a ?? null) === canonicalJson(b ?? null);

/**
 * How much earlier than its event a transaction's time may be: it may wait for another that writes to the same trail.
 */
const LONGEST_WAIT_MS = 60_000;

/**
 * Whether a time in the summary is that of an event. A transaction keeps its start time; if it had to wait for
 * another's event, its own event is dated like that one, because the trail's time never goes back.
 */
export function isWhen({ events }: History, moment: string | null, { index, event }: Happened): boolean {
  if (moment === event.ocorridoEm) return true;
  if (moment === null || events[index - 1]?.event.ocorridoEm !== event.ocorridoEm) return false;
  const earlier = Date.parse(event.ocorridoEm) - Date.parse(moment);
  return earlier > 0 && earlier <= LONGEST_WAIT_MS;
}

const digits = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/\D/g, '') : value);
const lower = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);
const plain = (value: unknown): unknown => value;

/** What identifies a person, and how the values are compared: changing any of it changes who is asked to sign. */
const IDENTITY: Readonly<Record<string, (value: unknown) => unknown>> = {
  nome: plain,
  cpf: digits,
  dataNascimento: plain,
  email: lower,
  telefone: plain,
  metodoEntrega: plain,
};

const isChange = (name: string, de: unknown, para: unknown): boolean => {
  const normal = IDENTITY[name] ?? plain;
  return !same(normal(de), normal(para));
};

interface Change {
  readonly de: unknown;
  readonly para: unknown;
}

/** What a correction changed; undefined for an older one that did not record it. */
export function changesIn({ event }: Happened): Record<string, Change> | undefined {
  const { alteracoes } = event.detalhe;
  if (alteracoes === undefined) return undefined;
  const told = Object.entries((alteracoes ?? {}) as Record<string, Partial<Change> | null>);
  return Object.fromEntries(
    told.map(([name, change]) => {
      ensure(change && 'de' in change && 'para' in change, `uma correção não diz o que mudou em ${name}`);
      return [name, { de: change.de, para: change.para }];
    }),
  );
}

/** Whether a correction voided what the person had done. */
function voids(history: History, happened: Happened): boolean {
  if (changesIn(happened) !== undefined) return happened.event.detalhe.anulado === true;
  const next = history.events[happened.index + 1]?.event;
  return next?.acao === 'LINK_SUBSTITUIDO' && next.detalhe.signatarioId === happened.event.detalhe.signatarioId;
}

/** Everything about one person after sending, in order. */
export function actsOf(history: History, signatarioId: string): readonly Happened[] {
  return (history.bySigner.get(signatarioId) ?? []).filter(({ index }) => index > history.sent.index);
}

/**
 * The part of it that still counts: everything after the last correction that voided what came before.
 * @param until the position before which to look
 */
export function livingActs(
  history: History,
  signatarioId: string,
  until = Number.POSITIVE_INFINITY,
): readonly Happened[] {
  const acts = actsOf(history, signatarioId).filter(({ index }) => index < until);
  const last = acts.findLast((act) => act.event.acao === 'SIGNATARIO_CORRIGIDO' && voids(history, act));
  return last ? acts.filter(({ index }) => index > last.index) : acts;
}

/** The only event of a kind among these, if any. @throws Unreadable if there are several */
export function only(acts: readonly Happened[], acao: string, reason: string): Happened | undefined {
  const found = acts.filter(({ event }) => event.acao === acao);
  ensure(found.length <= 1, reason);
  return found[0];
}

/** A person's data at the end, according to sending and the corrections after it. */
export interface Told {
  readonly dados: Omit<Dados, 'fatoresExigidos'>;
  /** Null if a correction reset it to the document's own set, which no event states. */
  readonly fatoresExigidos: Dados['fatoresExigidos'] | null;
}

/** Replays the changes to the data a person was sent with. @throws Unreadable if corrections are inconsistent */
export function replayData(history: History, signer: Signatario): Told {
  const { dados } = signer.noEnvio ?? {};
  ensure(dados, 'o pacote não traz os dados do envio');
  const who = called(signer);
  // Packages tell it only where it is so.
  const known: Record<string, unknown> = { ...dados, presencial: dados.presencial ?? false };
  let seen = false;
  for (const act of actsOf(history, signer.signatarioId)) {
    const { acao, detalhe } = act.event;
    if (acao === 'DOCUMENTO_VISUALIZADO') seen = true;
    const unsaid = detalhe.presencial !== undefined && detalhe.presencial !== known.presencial;
    ensure(!unsaid, `${who} teria agido na presença de quem enviou, que não o disse`);
    if (acao === 'DADOS_CORRIGIDOS') applyOwnCorrection(known, detalhe, who);
    if (acao !== 'SIGNATARIO_CORRIGIDO') continue;
    const changes = changesIn(act);
    ensure(changes, `uma correção de ${who} não diz o que mudou`);
    let another = false;
    for (const [name, { de, para }] of Object.entries(changes)) {
      if (!(name in known)) continue;
      const fits = known[name] === null || !isChange(name, de, known[name]) || name === 'fatoresExigidos';
      ensure(fits, `uma correção de ${who} parte de outro valor de ${name}`);
      another ||= name in IDENTITY && isChange(name, de, para);
      known[name] = para;
    }
    ensure(
      !another || !seen || voids(history, act),
      `uma correção de ${who} depois da visualização não anulou o que foi feito`,
    );
    if (voids(history, act)) seen = false;
  }
  const { fatoresExigidos, ...rest } = known as unknown as Dados;
  return { dados: rest, fatoresExigidos: fatoresExigidos ?? null };
}

/** Name and CPF as corrected by the person when signing. */
function applyOwnCorrection(known: Record<string, unknown>, detalhe: Record<string, unknown>, who: string): void {
  for (const name of ['nome', 'cpf'] as const) {
    const change = detalhe[name] as Partial<Change> | undefined;
    if (!change) continue;
    ensure(
      !isChange(name, change.de ?? null, known[name]),
      `a correção que ${who} fez parte de outro valor de ${name}`,
    );
    known[name] = name === 'cpf' ? digits(change.para) : change.para;
  }
}
