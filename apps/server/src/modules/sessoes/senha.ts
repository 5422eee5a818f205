import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import {
  because,
  PASSWORD_MAX_CHARS,
  PASSWORD_MIN_CHARS,
  PASSWORD_MIN_STRENGTH,
  type Rule,
  type RuleName,
  rule,
} from '@rubrica/contract';
import { estimatedPart, knownWords, SUBSTITUTIONS_TRIED } from '@rubrica/contract/password';
import type { translations } from '@zxcvbn-ts/language-pt-br';
import { Problem } from '../../core/problem.ts';

/** OWASP Password Storage Cheat Sheet, the argon2id option with the least memory: 19 MiB, two passes. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** The PHC string format, version 0x13 of the algorithm. */
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Runs on the thread pool, not on the event loop. */
const derive = promisify(argon2);

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/**
 * A password typed on different keyboards may differ in code points, so it is normalized as NIST SP 800-63B requires.
 */
const bytesOf = (senha: string) => Buffer.from(senha.normalize('NFKC'), 'utf8');

/** The argon2id hash of a password as a PHC string, with its own salt. */
export async function hashPassword(senha: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await derive('argon2id', { ...COST, message: bytesOf(senha), nonce, tagLength: TAG_BYTES });
  return phc(nonce, tag);
}

/**
 * Whether the password matches the stored hash, at the cost with which the hash was made. Compared in constant time.
 * @throws if the stored text is not an argon2id PHC string, which is a fault of ours.
 */
export async function verifyPassword(senha: string, stored: string): Promise<boolean> {
  const match = PHC.exec(stored);
  if (!match) throw new Error('stored password hash is not an argon2id PHC string');
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive('argon2id', {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    message: bytesOf(senha),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

function phc(nonce: Uint8Array, tag: Uint8Array): string {
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** Verified against if there is no account: no password matches it, and refusing takes the same time. */
export const NO_ACCOUNT_HASH = phc(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));

/** The estimator's warnings, by its own names. */
const WARNINGS = {
  straightRow: 'guessStraightRow',
  keyPattern: 'guessKeyPattern',
  simpleRepeat: 'guessSimpleRepeat',
  extendedRepeat: 'guessExtendedRepeat',
  sequences: 'guessSequences',
  recentYears: 'guessRecentYears',
  dates: 'guessDates',
  topTen: 'guessTopTen',
  topHundred: 'guessTopHundred',
  common: 'guessCommon',
  similarToCommon: 'guessSimilarToCommon',
  wordByItself: 'guessWordByItself',
  namesByThemselves: 'guessNamesByThemselves',
  commonNames: 'guessCommonNames',
  userInputs: 'guessUserInputs',
  pwned: 'guessPwned',
} as const satisfies Record<keyof typeof translations.warnings, RuleName>;

type Warning = keyof typeof WARNINGS;
/** Configured to return warning names, because the sentences belong to the contract. */
const NAMES = Object.fromEntries(Object.keys(WARNINGS).map((name) => [name, name])) as Record<Warning, Warning>;

type Estimate = (senha: string, known: readonly string[]) => { score: number; warning: Warning | null };
let estimator: Promise<Estimate> | undefined;

/** The dictionaries take 40 MB and 150 ms, so they are loaded when the first password is chosen, and then kept. */
async function loadEstimator(): Promise<Estimate> {
  const [{ ZxcvbnFactory }, common, ptBr] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ]);
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...ptBr.dictionary },
    graphs: common.adjacencyGraphs,
    translations: { ...ptBr.translations, warnings: NAMES },
    l33tMaxSubstitutions: SUBSTITUTIONS_TRIED,
  });
  return (senha, known) => {
    const result = zxcvbn.check(senha, [...known]);
    return { score: result.score, warning: result.feedback.warning as Warning | null };
  };
}

/**
 * Refuses a password that is too short, too long or easy to guess. `known` is what an attacker knows about the person:
 * name, e-mail, organization.
 * @throws 400 SENHA_FRACA with the reason at `senha`
 */
export async function refuseWeakPassword(senha: string, known: readonly string[]): Promise<void> {
  const length = [...senha].length;
  if (length < PASSWORD_MIN_CHARS) throw weak(rule('passwordShort', { n: PASSWORD_MIN_CHARS }));
  if (length > PASSWORD_MAX_CHARS) throw weak(rule('passwordLong', { n: PASSWORD_MAX_CHARS }));
  estimator ??= loadEstimator();
  const estimate = await estimator;
  const { score, warning } = estimate(estimatedPart(senha), knownWords(known));
  if (score < PASSWORD_MIN_STRENGTH) {
    throw weak(warning ? rule('passwordGuessedWhy', because(rule(WARNINGS[warning]))) : rule('passwordGuessed'));
  }
}

function weak(said: Rule): Problem {
  return new Problem('400 SENHA_FRACA', rule('passwordWeak'), {
    erros: [{ campo: 'senha', ...said }],
  });
}
