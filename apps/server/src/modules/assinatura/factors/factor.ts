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

/** How a factor was fulfilled, as the trail tells it. */
export type Way = 'LINK_POR_EMAIL' | 'CODIGO' | 'AUTENTICADOR' | 'DADOS';

export interface FactorDeps {
  readonly secrets: Secrets;
  readonly codes: Codes;
}

/**
 * What is asked of the person when a factor is: the first document that lacks it, and those whose signer would be proven
 * by the same value. Where the documents of a link hold different values, one is asked after the other.
 */
export interface Goal<F extends LiveFactor = LiveFactor> {
  readonly fator: F;
  readonly entries: readonly [Entry, ...Entry[]];
}

/** What a right answer proves, and in which documents. */
export interface Proven<F extends LiveFactor = LiveFactor> {
  readonly proof: Proofs[F];
  readonly entries: readonly Entry[];
}

export type AnswerTo<F extends LiveFactor> = F extends 'DADOS_PESSOAIS'
  ? Extract<AutenticacaoEntrada, { fator: 'DADOS_PESSOAIS' }>
  : Extract<AutenticacaoEntrada, { codigo: string }>;

/** A factor, whole: an entry of the table FACTORS. */
export interface Factor<F extends LiveFactor = LiveFactor> extends Provable<F> {
  readonly way: Way;
  /** Where a code goes, in part hidden; null where none does. */
  readonly destination: (signer: OwnData) => string | null;
  /** Sends a code or offers what is needed to answer; null where the person knows the answer without being asked. */
  readonly ask:
    | ((tx: Tx, deps: FactorDeps, session: SigningSession, goal: Goal<F>) => Promise<CodigoSolicitado>)
    | null;
  /** @returns what a right answer proves, null for a wrong one */
  readonly check: (
    tx: Tx,
    deps: FactorDeps,
    session: SigningSession,
    goal: Goal<F>,
    answer: AnswerTo<F>,
    origin: Origin,
  ) => Promise<Proven<F> | null>;
  /** What a wrong answer is a guess at, the same over all signers of the organization; null where nothing can be guessed. */
  readonly guessesAgainst: (tx: Tx, session: SigningSession, goal: Goal<F>) => Promise<string | null>;
}

const sameValue = (a: Partial<Proof> | null, b: Partial<Proof> | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** What is asked when a factor is, or null where no document lacks it any more. */
export function goalOf<F extends LiveFactor>(session: SigningSession, fator: F): Goal<F> | null {
  const [first, ...rest] = openEntries(session).filter((entry) => isLacking(session, entry, fator));
  if (!first) return null;
  const ownOf = ({ signatario }: Entry) => PROVABLE[fator].provenFor(signatario);
  return { fator, entries: [first, ...rest.filter((entry) => sameValue(ownOf(entry), ownOf(first)))] };
}
