import type { AssinaturaConcluida, CodigoSolicitado, SessaoAssinatura } from '@rubrica/contract';
import type { ApiError } from '@rubrica/sdk/client';
import { saidOf } from '../kit/api.ts';
import type { Said } from '../kit/rules/retell.ts';
import { bodyOf, type Given, NOTHING_GIVEN } from './fields.ts';
import type { Receipt } from './receipts.ts';
import type { Standing, Step } from './steps.ts';

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

export type WhatEnded = NonNullable<NonNullable<ApiError['problem']>['encerramento']>;

export interface State {
  readonly screen: Screen;
  readonly session: SessaoAssinatura | null;
  readonly step: Step;
  /** Whether the person has the device that is handed to them, by their own word. */
  readonly handedOver: boolean;
  readonly provedHere: boolean;
  readonly given: Given;
  /** The statement whose box was ticked on this page. */
  readonly ticked: string | null;
  /** The step at which what was given is kept on the device; null where nothing is. */
  readonly kept: Step | null;
  readonly factors: Readonly<Partial<Record<string, FactorState>>>;
  /** The act under way: its buttons are busy. */
  readonly busy: string | null;
  /** The act kept until the connection or the service is back. */
  readonly waiting: { readonly act: string; readonly cause: 'offline' | 'down' } | null;
  readonly remark: Remark | null;
  readonly signed: AssinaturaConcluida | null;
  readonly refused: boolean;
  /** Of the documents whose signature was passed on to another person on this page. */
  readonly passed: readonly string[];
  /** Of what was signed and refused on this page, in that order. */
  readonly receipts: readonly Receipt[];
  /** Why a link is over, where the server says. */
  readonly gone: string | null;
  /** What ended under such a link, where its holder may know. */
  readonly ended: WhatEnded | null;
  /** What the service said of a link that is too early. */
  readonly early: Said | null;
}

export const START: State = {
  screen: 'loading',
  session: null,
  step: 'inicio',
  handedOver: false,
  provedHere: false,
  given: NOTHING_GIVEN,
  ticked: null,
  kept: null,
  factors: {},
  busy: null,
  waiting: null,
  remark: null,
  signed: null,
  refused: false,
  passed: [],
  receipts: [],
  gone: null,
  ended: null,
  early: null,
};

/** The place of a problem in the body that was sent, back to the field it is about. */
export function remarkOf(error: ApiError, { session, given }: State): Remark {
  const [first] = error.erros;
  const said = first ? { ...first, texto: first.mensagem } : saidOf(error);
  const index = /^campos\[(\d+)\]/.exec(first?.campo ?? '')?.[1];
  const byIndex = index && session ? bodyOf(given, session).campos?.[Number(index)]?.campoId : undefined;
  const byId = /^campos\.([0-9a-f-]{36})$/.exec(first?.campo ?? '')?.[1];
  const campoId = byIndex ?? byId;
  return campoId ? { ...said, campoId } : said;
}
