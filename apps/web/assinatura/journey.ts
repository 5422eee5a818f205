import type { AssinaturaConcluida, CodigoSolicitado, SessaoAssinatura } from '@rubrica/contract';
import type { RubricaError } from '@rubrica/sdk';
import { type Api, type Fault, faultOf, saidOf } from '../kit/api.ts';
import type { Said } from '../kit/rules/retell.ts';
import { bodyOf, type Given, NOTHING_GIVEN } from './fields.ts';
import {
  furthestStep,
  isAllowed,
  openDocuments,
  STEPS,
  type Standing,
  type Step,
  standingOf,
  stepsOf,
} from './steps.ts';

/** What the page shows: the road, or where it ended. */
export type Screen = Standing | 'loading' | 'early' | 'indisponivel' | 'unknown' | 'offline' | 'noConnection';

export type OtpFactor = 'EMAIL' | 'SMS_OTP' | 'TOTP';

/** How one factor stands on this page. Moments are of this device's clock, in milliseconds. */
export interface FactorState {
  readonly asked?: CodigoSolicitado;
  readonly resendAt?: number;
  readonly expiresAt?: number;
  readonly restsUntil?: number;
  readonly triesLeft?: number;
  readonly problem?: 'wrong' | 'limite' | null;
}

/** What the service said against the last act, shown above the step. */
export interface Remark extends Said {
  readonly campoId?: string;
}

export interface State {
  readonly screen: Screen;
  readonly session: SessaoAssinatura | null;
  readonly step: Step;
  readonly provedHere: boolean;
  readonly given: Given;
  readonly factors: Readonly<Partial<Record<string, FactorState>>>;
  /** The act under way: its buttons are busy. */
  readonly busy: string | null;
  /** The act kept until the line or the service is back. */
  readonly waiting: { readonly act: string; readonly cause: 'offline' | 'down' } | null;
  readonly remark: Remark | null;
  readonly signed: AssinaturaConcluida | null;
  readonly refused: boolean;
  /** Why a link is over, where the server says. */
  readonly gone: string | null;
  /** What the service said of a link that is too early. */
  readonly early: Said | null;
}

const START: State = {
  screen: 'loading',
  session: null,
  step: 'inicio',
  provedHere: false,
  given: NOTHING_GIVEN,
  factors: {},
  busy: null,
  waiting: null,
  remark: null,
  signed: null,
  refused: false,
  gone: null,
  early: null,
};

/** How soon a screen that waits for somebody else asks again, in milliseconds; the last one repeats. */
const ASK_AGAIN: Partial<Record<Screen, readonly number[]>> = {
  aguardando: [10_000, 20_000, 30_000],
  early: [10_000, 20_000, 30_000],
  assinado: [2_000, 3_000, 5_000, 10_000, 30_000],
  offline: [5_000],
  noConnection: [4_000],
};
const RETRY_MS = 4_000;

/**
 * The road of one signer: what is known, and the acts that change it. The server's word is the truth; whenever an act
 * is refused or its answer is lost, the session is opened again and shown as it is.
 */
export class Road {
  state: State = START;
  readonly token: string;
  readonly api: Api;
  /** Fields the person has been at: coming back does not begin anew. */
  readonly visited = new Set<string>();
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;
  private kept: (() => Promise<void>) | null = null;

  constructor(token: string, api: Api) {
    this.token = token;
    this.api = api;
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

  give(change: Partial<Given>): void {
    this.set({ given: { ...this.state.given, ...change }, remark: null });
  }

  /** Gives one field its value; those of the others stand as they are by then. */
  fill(campoId: string, value: string | boolean): void {
    this.give({ values: { ...this.state.given.values, [campoId]: value } });
  }

  /** Listens to the world: the line coming back, the page being looked at again, the back button. */
  start(): void {
    addEventListener('online', () => this.resume());
    addEventListener('popstate', (event) =>
      this.goTo((event.state as { step?: Step } | null)?.step ?? 'inicio', false),
    );
    document.addEventListener('visibilitychange', () => {
      const { screen, busy } = this.state;
      if (document.visibilityState === 'visible' && screen !== 'loading' && !busy) void this.open();
    });
    history.replaceState({ step: 'inicio' }, '');
    void this.open();
  }

  /** Goes on as if the line had come back: a kept act is done, or the session is asked for again. */
  resume(): void {
    clearTimeout(this.timer);
    const kept = this.kept;
    if (kept) void kept();
    else void this.open();
  }

  /** Asks the server where things stand, and shows it. */
  async open(): Promise<void> {
    if (this.token === '') return this.set({ screen: 'unknown' });
    clearTimeout(this.timer);
    try {
      this.take(await this.api.client.abrirAssinatura({ params: { token: this.token } }));
    } catch (error) {
      this.refusedToOpen(faultOf(error));
    }
    this.askAgain();
  }

  private take(session: SessaoAssinatura): void {
    const first = this.state.session === null;
    const standing = standingOf(session);
    const provedHere = this.state.provedHere || (first && !session.autenticado);
    const step = isAllowed(session, this.state.step) ? this.state.step : furthestStep(session);
    if (standing !== this.state.screen) this.asked = 0;
    this.set({ session, screen: standing, provedHere, step });
  }

  private refusedToOpen(fault: Fault): void {
    // What is already on the screen is worth more than a complaint about the line.
    const showing = this.state.session !== null;
    if (fault.kind !== 'refused') {
      if (!showing) this.set({ screen: fault.kind === 'offline' ? 'noConnection' : 'offline' });
      return;
    }
    const { status, problem } = fault.error;
    if (status === 410 && this.state.refused) this.set({ screen: 'recusado' });
    else if (status === 410) this.set({ screen: 'indisponivel', gone: problem?.situacaoLink ?? null });
    else if (status === 409) this.set({ screen: 'early', early: saidOf(fault.error) });
    else this.set({ screen: 'unknown' });
  }

  private askAgain(): void {
    const { screen, session } = this.state;
    const waits = ASK_AGAIN[screen];
    const over = screen === 'assinado' && session?.documentos.every(({ status }) => status === 'ASSINADO');
    if (!waits || over) return;
    const wait = waits[Math.min(this.asked, waits.length - 1)] ?? 30_000;
    this.asked += 1;
    this.timer = setTimeout(() => void this.open(), wait);
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
    scrollTo(0, 0);
  }

  /** The first step after a given one that is not done yet, or the one after it. */
  next(from: Step = this.state.step): void {
    const { session } = this.state;
    if (!session) return;
    const undone: Partial<Record<Step, boolean>> = {
      fatores: !session.autenticado,
      leitura: openDocuments(session).some(({ leitura }) => !leitura.concluida),
      aceite: session.textoAceite.aceitoEm === null,
      campos: true,
      review: true,
    };
    const after = this.steps.slice(this.steps.indexOf(from) + 1);
    this.goTo(after.find((step) => undone[step]) ?? 'review');
  }

  /**
   * Does one act at a time. When the line or the service is gone, the act is kept and done as soon as either is back,
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
      return this.keep(name, work, wanted, fault.kind, fault.kind === 'down' ? fault.seconds * 1000 : RETRY_MS);
    }
    this.drop();
    await this.refusedAct(fault);
  }

  private drop(): void {
    this.kept = null;
    if (this.state.waiting) this.set({ waiting: null });
  }

  private keep(
    name: string,
    work: () => Promise<void>,
    wanted: () => boolean,
    cause: 'offline' | 'down',
    waitMs: number,
  ): void {
    this.kept = async () => {
      if (this.state.busy) return;
      this.set({ busy: name });
      try {
        this.take(await this.api.client.abrirAssinatura({ params: { token: this.token } }));
      } catch (error) {
        const fault = faultOf(error);
        this.set({ busy: null });
        if (fault.kind === 'refused') {
          this.drop();
          return this.refusedToOpen(fault);
        }
        return this.wait(waitMs);
      }
      this.set({ busy: null });
      if (!wanted()) return this.drop();
      await this.act(name, work, wanted);
    };
    this.set({ waiting: { act: name, cause } });
    this.wait(waitMs);
  }

  private wait(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.resume(), ms);
  }

  /** An act that was refused: the session says why, more often than not because it was done already. */
  private async refusedAct(fault: Exclude<Fault, { kind: 'offline' | 'down' }>): Promise<void> {
    if (fault.kind === 'limit') return this.set({ remark: fault.said });
    const { error } = fault;
    const before = this.state.step;
    if (error.status !== 400) await this.open();
    if (this.state.screen === 'percurso' && this.state.step === before)
      this.set({ remark: remarkOf(error, this.state) });
  }

  /** `assinar`. A double click is one act; a repeated one finds the truth. */
  sign(): Promise<void> {
    return this.act(
      'assinar',
      async () => {
        const { session, given } = this.state;
        if (!session) return;
        const params = { token: this.token };
        const signed = await this.api.client.assinar({ params, body: bodyOf(given, session) });
        this.set({ signed, screen: 'assinado' });
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
        await this.api.client.recusar({ params: { token: this.token }, body });
        this.set({ refused: true });
        await this.open();
      },
      () => this.state.screen === 'percurso',
    );
  }

  accept(): Promise<void> {
    return this.act(
      'aceitar',
      async () => {
        const { session } = this.state;
        if (!session) return;
        const { textoAceiteId } = session.textoAceite;
        const params = { token: this.token };
        const { aceitoEm } = await this.api.client.registrarAceite({ params, body: { textoAceiteId } });
        this.set({ session: { ...session, textoAceite: { ...session.textoAceite, aceitoEm } } });
        this.next('aceite');
      },
      () => this.state.session?.textoAceite.aceitoEm === null,
    );
  }
}

/** The place of a problem in the body that was sent, back to the field it is about. */
function remarkOf(error: RubricaError, { session, given }: State): Remark {
  const [first] = error.erros;
  const said = first ? { ...first, texto: first.mensagem } : saidOf(error);
  const index = /^campos\[(\d+)\]/.exec(first?.campo ?? '')?.[1];
  const byIndex = index && session ? bodyOf(given, session).campos?.[Number(index)]?.campoId : undefined;
  const byId = /^campos\.([0-9a-f-]{36})$/.exec(first?.campo ?? '')?.[1];
  const campoId = byIndex ?? byId;
  return campoId ? { ...said, campoId } : said;
}
