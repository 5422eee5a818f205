import type { AutenticacaoEntrada, CodigoSolicitado } from '@rubrica/contract';
import type { Origin } from '../../../core/actor.ts';
import type { Secrets } from '../../../core/ports.ts';
import type { Tx } from '../../../core/sql.ts';
import {
  type LiveFactor,
  type OwnData,
  PROVABLE,
  type Proof,
  type Proofs,
  type Provable,
} from '../../documentos/index.ts';
import { type Entry, isLacking, openEntries, type SigningSession } from '../sessao.ts';
import type { Codes } from './code-digits.ts';

/** How a factor was fulfilled, as recorded in the trail. */
export type Way = 'LINK_POR_EMAIL' | 'CODIGO' | 'AUTENTICADOR' | 'DADOS';

export interface FactorDeps {
  readonly secrets: Secrets;
  readonly codes: Codes;
}

/**
 * What a person is asked for a factor: the first document that lacks it, and those whose signer would be proven by the
 * same value. If the documents of a link have different values, they are asked for one after another.
 */
export interface Goal<F extends LiveFactor = LiveFactor> {
  readonly fator: F;
  readonly entries: readonly [Entry, ...Entry[]];
}

/** What a correct answer proves, and in which documents. */
export interface Proven<F extends LiveFactor = LiveFactor> {
  readonly proof: Proofs[F];
  readonly entries: readonly Entry[];
}

export type AnswerTo<F extends LiveFactor> = F extends 'DADOS_PESSOAIS'
  ? Extract<AutenticacaoEntrada, { fator: 'DADOS_PESSOAIS' }>
  : Extract<AutenticacaoEntrada, { codigo: string }>;

/** Everything about a factor: an entry of the table FACTORS. */
export interface Factor<F extends LiveFactor = LiveFactor> extends Provable<F> {
  readonly way: Way;
  /** Where a code is sent, partly masked; null if there is no code. */
  readonly destination: (signer: OwnData) => string | null;
  /** Sends a code or provides what is needed to answer; null if the person knows the answer without that. */
  readonly ask:
    | ((tx: Tx, deps: FactorDeps, session: SigningSession, goal: Goal<F>) => Promise<CodigoSolicitado>)
    | null;
  /** @returns what a correct answer proves, null for a wrong one */
  readonly check: (
    tx: Tx,
    deps: FactorDeps,
    session: SigningSession,
    goal: Goal<F>,
    answer: AnswerTo<F>,
    origin: Origin,
  ) => Promise<Proven<F> | null>;
  /** What a wrong answer counts against, shared by all signers of the organization; null if nothing can be guessed. */
  readonly guessesAgainst: (tx: Tx, session: SigningSession, goal: Goal<F>) => Promise<string | null>;
}

const sameValue = (a: Partial<Proof> | null, b: Partial<Proof> | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** What to ask for a factor, or null if no document lacks it any more. */
export function goalOf<F extends LiveFactor>(session: SigningSession, fator: F): Goal<F> | null {
  const [first, ...rest] = openEntries(session).filter((entry) => isLacking(session, entry, fator));
  if (!first) return null;
  const ownOf = ({ signatario }: Entry) => PROVABLE[fator].provenFor(signatario);
  return { fator, entries: [first, ...rest.filter((entry) => sameValue(ownOf(entry), ownOf(first)))] };
}
