import { beforeAll, describe, expect, it } from 'vitest';
import { parseFingerprint, type Report, type TrustedSeal, verify } from '../../src/index.ts';
import { fingerprintOf, makePair, ownSeal } from '../pair.ts';
import { DELEGATIONS } from './delegations.ts';
import { EVENTS } from './events.ts';
import { FILES } from './files.ts';
import { bothProved, type Kind, passed, refused, rich } from './kinds.ts';
import { SEALS } from './seals.ts';
import { SUMMARIES } from './summary.ts';

/**
 * A forger with a genuine pair, the program that makes them, its formulas, a sealer with his own key, and the service
 * itself, which seals what is uploaded; and, for what only an operator could do, the institution's own key. Under a
 * pinned seal no forgery is accepted: neither as genuine, nor as genuine with an unknown seal while it carries the real
 * one.
 */

const KINDS: readonly Kind[] = [...SUMMARIES, ...EVENTS, ...DELEGATIONS, ...SEALS, ...FILES];
let real = '';
let seals: TrustedSeal[] = [];
beforeAll(async () => {
  real = fingerprintOf(await ownSeal());
  seals = [parseFingerprint(real)];
});

function accepted({ resultado, selos }: Report): boolean {
  const genuine = selos.assinado === real && selos.certificado === real;
  return resultado === 'CONFERE' || (resultado === 'SELO_NAO_IDENTIFICADO' && genuine);
}

describe('a forger', () => {
  it('has at least 200 ways, each by a name of its own', () => {
    const names = KINDS.map(({ name }) => name);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    expect(names.length).toBeGreaterThanOrEqual(200);
  });

  it.each([
    ['the rich history', { story: rich }],
    ['the one with a refusal', { story: refused }],
    ['the one that was passed on', { story: passed }],
    ['the one that was passed on by who was asked for more', { story: bothProved }],
  ])('starts from pairs that are accepted: %s', async (_, options) => {
    const { signed, certificate } = await makePair(options);
    const report = await verify(signed, certificate, { seals });
    expect(report.itens.filter(({ confere }) => confere !== true)).toEqual([]);
    expect(report.resultado).toBe('CONFERE');
  });

  it.each(KINDS.map((kind): [string, Kind] => [kind.name, kind]))('is found out: %s', async (_, kind) => {
    const { signed, certificate } = await kind.forge();
    const report = await verify(signed, certificate, { seals });
    expect([report.resultado, accepted(report)]).toEqual([expect.any(String), false]);
  });
});
