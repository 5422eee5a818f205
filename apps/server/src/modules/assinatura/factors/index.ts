import { timingSafeEqual } from 'node:crypto';
import { digitsOf } from '@rubrica/contract/brazil';
import { type LiveFactor, PROVABLE } from '../../documentos/index.ts';
import { maskEmail, maskPhone } from '../mask.ts';
import { authenticatorId, checkAuthenticator, offerAuthenticator } from './authenticator.ts';
import { type CodeFactor, issueCode, spendCode } from './codes.ts';
import type { Factor } from './factor.ts';

const equalText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** A factor that is a code sent to an address: that address is what is asked, checked and guessed at. */
const byCode = <F extends CodeFactor>(
  fator: F,
  destination: Factor<F>['destination'],
): Omit<Factor<F>, 'needs' | 'provenFor' | 'holds'> => ({
  way: 'CODIGO',
  destination,
  ask: (tx, { codes }, session, goal) => issueCode(tx, codes, session, goal, destination),
  check: (tx, { codes }, session, goal, { codigo }) => spendCode(tx, codes, session, goal, codigo),
  guessesAgainst: async (_tx, _session, { entries }) =>
    Object.values(PROVABLE[fator].provenFor(entries[0].signatario) ?? {})[0] ?? null,
});

/**
 * Every factor: what it needs of a signer and is proven for, where its code is sent, how it is requested, how an answer
 * is checked, and what a wrong one counts against. Adding a factor to the contract leads here.
 */
export const FACTORS = {
  EMAIL: { ...PROVABLE.EMAIL, ...byCode('EMAIL', ({ email }) => email && maskEmail(email)) },
  SMS_OTP: { ...PROVABLE.SMS_OTP, ...byCode('SMS_OTP', ({ telefone }) => telefone && maskPhone(telefone)) },
  TOTP: {
    ...PROVABLE.TOTP,
    way: 'AUTENTICADOR',
    destination: () => null,
    ask: (tx, { secrets }, session, goal) => offerAuthenticator(tx, secrets, session, goal),
    check: (tx, { secrets }, session, goal, { codigo }, origin) =>
      checkAuthenticator(tx, secrets, session, goal, codigo, origin),
    guessesAgainst: authenticatorId,
  },
  DADOS_PESSOAIS: {
    ...PROVABLE.DADOS_PESSOAIS,
    way: 'DADOS',
    destination: () => null,
    ask: null,
    check: async (_tx, _deps, _session, { entries }, answer) => {
      const own = PROVABLE.DADOS_PESSOAIS.provenFor(entries[0].signatario);
      const cpf = equalText(digitsOf(answer.cpf), own?.cpf ?? '');
      const born = equalText(answer.dataNascimento, own?.dataNascimento ?? '');
      return own && cpf && born ? { proof: own, entries } : null;
    },
    guessesAgainst: async (_tx, _session, { entries }) => entries[0].signatario.cpf,
  },
} as const satisfies { readonly [F in LiveFactor]: Factor<F> };

/** A factor's entry, if the factor is known only at run time. */
export const factorOf = (fator: LiveFactor): Factor => FACTORS[fator] as unknown as Factor;
