import type { Idioma, SessaoAssinatura } from '@rubrica/contract';
import { type Api, type Fault, faultOf, saidOf } from '../kit/api.ts';
import { bodyOf, type Given, NOTHING_GIVEN } from './fields.ts';
import { Keeping, soon } from './keeping.ts';
import type { Kept } from './kept.ts';
import { withThoseOf } from './receipts.ts';
import { remarkOf, type Screen, START, type State } from './state.ts';
import {
  fieldsOf,
  furthestStep,
  isAllowed,
  isComplete,
  isRead,
  keptDocuments,
  STEPS,
  type Step,
  standingOf,
  stepsOf,
} from './steps.ts';

/** How soon a screen that waits for somebody else asks again, in milliseconds; the last one repeats. */
const ASK_AGAIN: Partial<Record<Screen, readonly number[]>> = {
  aguardando: [10_000, 20_000, 30_000],
  early: [10_000, 20_000, 30_000],
  assinado: [2_000, 3_000, 5_000, 10_000, 30_000],
  offline: [5_000],
  noConnection: [4_000],
};
const RETRY_MS = 4_000;
/** What an act is kept for: it may go through later. */
type Interruption = Extract<Fault, { kind: 'offline' | 'down' }>;
/** Where nothing is left to do, nothing is left on the device. */
const OVER: readonly Screen[] = ['assinado', 'recusado', 'cancelado', 'indisponivel', 'unknown'];

/**
 * The road of one signer: what is known, and the acts that change it. The server's word is the truth; whenever an act
 * is refused or its answer is lost, the session is opened again and shown as it is.
 */
export class Road {
  state: State = START;
  /** Empty where the address has none, and until a door was opened. */
  token: string;
  readonly api: Api;
  keeping: Keeping;
  /** Begins the session of an address that is shown inside another page; null for a link that is opened by itself. */
  readonly door: (() => Promise<string>) | null;
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;
  /** Counts questions for the session and acts that were answered; the last that told something of the session. */
  private moment = 0;
  private learntAt = 0;
  private kept: (() => Promise<void>) | null = null;
  private accepting: Promise<void> = Promise.resolve();

  constructor(token: string, api: Api, door: (() => Promise<string>) | null = null) {
    this.token = token;
    this.api = api;
    this.door = door;
    this.keeping = new Keeping(token, this);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): State => this.state;

  set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  /** Notes what an act that was answered changed. */
  learn(change: Partial<State>): void {
    this.learntAt = ++this.moment;
    this.set(change);
  }

  give(change: Partial<Given>): void {
    this.set({ given: { ...this.state.given, ...change }, remark: null });
    this.keeping.gave();
  }

  /** Erases what was given, here and on the device. */
  eraseGiven(): void {
    void this.keeping.erase();
    this.set({ given: NOTHING_GIVEN });
    this.goTo('documento');
  }

  /** Whether closing the page would lose something: an act on its way, or what this device does not keep. */
  private get loses(): boolean {
    const { screen, busy, waiting, given } = this.state;
    const acts = [busy, waiting?.act].some((act) => act === 'assinar' || act === 'recusar' || act === 'delegar');
    return screen === 'percurso' && (acts || !this.keeping.keeps(given));
  }

  /** Gives one field its value; those of the others stand as they are by then. */
  fill(campoId: string, value: string | boolean): void {
    this.give({ values: { ...this.state.given.values, [campoId]: value } });
  }

  /** Listens for the connection coming back, the page becoming visible again, and the back button. */
  start(): void {
    addEventListener('online', () => this.resume());
    addEventListener('popstate', (event) =>
      this.goTo((event.state as { step?: Step } | null)?.step ?? 'inicio', false),
    );
    addEventListener('pagehide', () => void this.keeping.keepNow());
    addEventListener('beforeunload', (event) => {
      if (!this.loses) return;
      event.preventDefault();
      event.returnValue = '';
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') void this.keeping.keepNow();
      const { screen, busy } = this.state;
      if (document.visibilityState === 'visible' && screen !== 'loading' && !busy) this.resume();
    });
    history.replaceState({ step: 'inicio' }, '');
    void this.open();
  }

  /** Goes on where the person or the connection is back: a kept act is done, or the session is asked for again. */
  resume(): void {
    clearTimeout(this.timer);
    const kept = this.kept;
    if (kept) void kept();
    else void this.open();
  }

  /**
   * The session as the server has it. An answer that was overtaken on its way tells how things stood before, and is asked
   * for again.
   */
  private async ask(): Promise<SessaoAssinatura> {
    const moment = ++this.moment;
    const overtaken = () => moment < this.learntAt;
    try {
      await this.enter();
      const session = await this.api.client.abrirAssinatura({ params: { token: this.token } });
      if (overtaken()) return this.ask();
      if (session.presencial) this.keeping.keepNothing();
      this.learntAt = moment;
      return session;
    } catch (error) {
      if (overtaken()) return this.ask();
      throw error;
    }
  }

  /** Opens the door, where there is one: from then on everything is as with any link. */
  private async enter(): Promise<void> {
    if (this.token !== '' || !this.door) return;
    this.token = await this.door();
    this.keeping = new Keeping(this.token, this);
  }

  /** Asks the server where things stand, and shows it. */
  async open(): Promise<void> {
    if (this.token === '' && !this.door) return this.set({ screen: 'unknown' });
    clearTimeout(this.timer);
    const first = this.state.session === null;
    try {
      const session = await this.ask();
      this.take(session, first ? await this.keeping.recall((late) => this.takeUp(late)) : null);
    } catch (error) {
      this.refusedToOpen(faultOf(error));
    }
    if (OVER.includes(this.state.screen)) void this.keeping.forget();
    this.askAgain();
  }

  private take(session: SessaoAssinatura, kept: Kept | null = null): void {
    const first = this.state.session === null;
    if (kept && first) this.goOnFrom(kept, session);
    const standing = standingOf(session);
    const provedHere = this.state.provedHere || (first && !session.autenticado);
    const step = isAllowed(session, this.state.step) ? this.state.step : furthestStep(session);
    if (standing !== this.state.screen) this.asked = 0;
    this.set({ session, screen: standing, provedHere, step });
  }

  /** Takes up what a slow device told when the page was already shown. */
  private takeUp(late: Kept | null): void {
    const { session, screen } = this.state;
    if (!late || !session || screen !== 'percurso') return;
    this.goOnFrom(late, session);
    this.keeping.remember();
  }

  /** Takes up what was done before the page was closed, beside what was given since. */
  private goOnFrom(kept: Kept, session: SessaoAssinatura): void {
    const { step: shown } = this.state;
    const given = this.keeping.takeUp(kept);
    // Who has proved everything meanwhile is told of the documents at the beginning; who has gone on already stays there.
    const proved = session.autenticado && kept.step !== 'fatores' && standingOf(session) === 'percurso';
    const step = proved && shown === 'inicio' ? kept.step : shown;
    const wanted = isAllowed(session, step) ? step : furthestStep(session);
    if (wanted !== shown) history.pushState({ step: wanted }, '');
    this.set({ given, step: wanted, kept: kept.step });
  }

  private refusedToOpen(fault: Fault): void {
    // What is already on the screen is worth more than a complaint about the connection.
    const showing = this.state.session !== null;
    if (fault.kind !== 'refused') {
      if (!showing) this.set({ screen: fault.kind === 'offline' ? 'noConnection' : 'offline' });
      return;
    }
    const { status, problem } = fault.error;
    if (status === 410) {
      const screen = this.state.refused ? 'recusado' : 'indisponivel';
      this.set({ screen, gone: problem?.situacaoLink ?? null, ended: problem?.encerramento ?? null });
    } else if (status === 409) this.set({ screen: 'early', early: saidOf(fault.error) });
    else this.set({ screen: 'unknown' });
  }

  private askAgain(): void {
    const { screen, session } = this.state;
    const waits = ASK_AGAIN[screen];
    const over = screen === 'assinado' && session !== null && isComplete(session);
    if (!waits || over) return;
    const wait = waits[Math.min(this.asked, waits.length - 1)] ?? 30_000;
    this.asked += 1;
    this.timer = setTimeout(() => void this.open(), wait);
  }

  /** The documents of which the page tells where it ends: those that were not refused, or all. */
  get concluded(): readonly string[] {
    const { session } = this.state;
    if (!session) return [];
    const kept = keptDocuments(session);
    return (kept.length > 0 ? kept : session.documentos).map(({ id }) => id);
  }

  /** The steps of this session, in order. */
  get steps(): Step[] {
    const { session, provedHere } = this.state;
    return session ? stepsOf(session, provedHere) : [...STEPS];
  }

  /** Shows a step, if what was done so far allows it. @param push whether the back button returns from it */
  goTo(step: Step, push = true): void {
    const { session, screen } = this.state;
    if (!session || screen !== 'percurso') return;
    const wanted = isAllowed(session, step) && this.steps.includes(step) ? step : furthestStep(session);
    if (push && wanted !== this.state.step) history.pushState({ step: wanted }, '');
    this.set({ step: wanted, remark: null });
    void this.keeping.keepNow();
    scrollTo(0, 0);
  }

  /** Shows the step before this one, as the page has them: the browser's own way back may lead out of it. */
  goBack(): void {
    const before = this.steps[this.steps.indexOf(this.state.step) - 1];
    if (before) this.goTo(before);
  }

  /** The first step after a given one that is not done yet, or the one after it. */
  next(from: Step = this.state.step): void {
    const { session } = this.state;
    if (!session) return;
    const undone: Partial<Record<Step, boolean>> = {
      fatores: !session.autenticado,
      documento: !isRead(session) || fieldsOf(session).length > 0,
    };
    const after = this.steps.slice(this.steps.indexOf(from) + 1);
    this.goTo(after.find((step) => undone[step]) ?? 'review');
  }

  /**
   * Does one act at a time. If the connection or the service is gone, the act is kept and done as soon as it is back,
   * after the session was opened again, because the first try may have arrived.
   * @param wanted whether the act is still to be done, as the newly opened session tells
   */
  async act(name: string, work: () => Promise<void>, wanted: () => boolean): Promise<void> {
    if (this.state.busy) return;
    this.set({ busy: name, remark: null });
    let fault: Fault | null = null;
    try {
      await work();
    } catch (error) {
      fault = faultOf(error);
    }
    this.set({ busy: null });
    if (!fault) return this.drop();
    if (fault.kind === 'offline' || fault.kind === 'down') {
      return this.keep(name, work, wanted, fault);
    }
    this.drop();
    await this.refusedAct(fault);
  }

  private drop(): void {
    this.kept = null;
    if (this.state.waiting) this.set({ waiting: null });
  }

  private keep(name: string, work: () => Promise<void>, wanted: () => boolean, fault: Interruption): void {
    const waitMs = fault.kind === 'down' ? fault.seconds * 1000 : RETRY_MS;
    const again = async () => {
      if (this.state.busy) return;
      this.set({ busy: name });
      try {
        this.take(await this.ask());
      } catch (error) {
        const now = faultOf(error);
        this.set({ busy: null });
        if (now.kind === 'refused') {
          this.drop();
          return this.refusedToOpen(now);
        }
        return this.wait(waitMs);
      }
      this.set({ busy: null });
      if (!wanted()) return this.drop();
      await this.act(name, work, wanted);
    };
    this.kept = () => {
      const done = again();
      // Who signs meanwhile waits for this one too.
      if (name === 'aceitar') this.accepting = done;
      return done;
    };
    this.set({ waiting: { act: name, cause: fault.kind } });
    this.wait(waitMs);
  }

  private wait(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.resume(), ms);
  }

  /** An act that was refused: the session says why, more often than not because it was done already. */
  private async refusedAct(fault: Exclude<Fault, Interruption>): Promise<void> {
    if (fault.kind === 'limit') return this.set({ remark: fault.said });
    const { error } = fault;
    const before = this.state.step;
    if (error.status !== 400) await this.open();
    if (this.state.screen === 'percurso' && this.state.step === before)
      this.set({ remark: remarkOf(error, this.state) });
  }

  /**
   * `assinar`. A double click is one act; a repeated one finds the truth. The statement was agreed to when its box was
   * ticked; if that is still on its way it is waited for, and if it did not arrive it is told first.
   */
  async sign(): Promise<void> {
    await this.accepting;
    return this.act(
      'assinar',
      async () => {
        await this.agree();
        const { session, given } = this.state;
        if (!session) return;
        const params = { token: this.token };
        const signed = await this.api.client.assinar({ params, body: bodyOf(given, session) });
        await soon(this.keeping.forget());
        this.learn({ signed, screen: 'assinado', receipts: withThoseOf(signed, this.state) });
        scrollTo(0, 0);
        await this.open();
      },
      () => this.state.screen === 'percurso',
    );
  }

  refuse(motivo: string, documentoId?: string): Promise<void> {
    return this.act(
      'recusar',
      async () => {
        const body = { motivo, ...(documentoId ? { documentoId } : {}) };
        const refused = await this.api.client.recusar({ params: { token: this.token }, body });
        this.learn({ refused: true, receipts: withThoseOf(refused, this.state) });
        await this.open();
      },
      () => this.state.screen === 'percurso',
    );
  }

  /** Notes the language of the messages to this person. Failing is no matter: the next visit notes it. */
  speak(idioma: Idioma): void {
    const { session } = this.state;
    if (!session || session.idioma === idioma) return;
    this.api.client.escolherIdioma({ params: { token: this.token }, body: { idioma } }).then(
      () => this.state.session && this.learn({ session: { ...this.state.session, idioma } }),
      () => {},
    );
  }

  /** Whether the statement as it stands was agreed to, be it on its way to the service. */
  get agreed(): boolean {
    const { session, ticked } = this.state;
    return session !== null && (session.textoAceite.aceitoEm !== null || session.textoAceite.textoAceiteId === ticked);
  }

  /** Agrees to the statement, at the moment its box is ticked: an act of its own, before signing. */
  accept(): void {
    this.set({ ticked: this.state.session?.textoAceite.textoAceiteId ?? null });
    this.accepting = this.act(
      'aceitar',
      () => this.agree(),
      () => this.state.session?.textoAceite.aceitoEm === null,
    );
  }

  private async agree(): Promise<void> {
    const { session } = this.state;
    // A statement that changed meanwhile is another one, whose box nobody ticked.
    if (!session || session.textoAceite.aceitoEm !== null || !this.agreed) return;
    const { textoAceiteId } = session.textoAceite;
    const params = { token: this.token };
    const { aceitoEm } = await this.api.client.registrarAceite({ params, body: { textoAceiteId } });
    const { session: now } = this.state;
    if (now?.textoAceite.textoAceiteId !== textoAceiteId) return;
    this.learn({ session: { ...now, textoAceite: { ...now.textoAceite, aceitoEm } } });
  }
}
