import { ALLOWED_ORIGINS_MAX } from '@rubrica/contract/limits';
import { expect, it } from 'vitest';
import { problemOfOrigin } from '../../painel/integration/origin-problem.ts';
import { textos } from '../../painel/texts/pt/integration.ts';

/** What the panel says of an origin that was typed. */

const t = textos.embedding;
const APP = 'https://app.exemplo.com.br';
const say = (typed: string) => problemOfOrigin(typed, ['https://outra.exemplo.com.br'], t);

it.each([APP, ` ${APP}/ `, 'https://APP.exemplo.com.br:443', 'http://localhost:5173', 'http://[::1]:80'])(
  'nothing of %j',
  (typed) => expect(say(typed)).toBeNull(),
);

it.each([
  [`${APP}/contratos/12?aba=1#fim`, APP],
  ['http://app.exemplo.com.br', APP],
  ['http://app.exemplo.com.br:8080/entrar', `${APP}:8080`],
  ['App.exemplo.com.br', APP],
  ['app.exemplo.com.br/contratos', APP],
  ['localhost:5173', 'http://localhost:5173'],
])('of %j, that it may be %s', (typed, meant) => expect(say(typed)).toBe(t.meant(meant)));

it.each([
  'https://*.exemplo.com.br',
  '*',
  'javascript:alert(1)',
  'https://ana:senha@exemplo.com.br',
  'ftp://a.br',
  'a b',
])('of %j, what an origin is', (typed) => expect(say(typed)).toBe(t.form));

it('that it is missing, there already, or one too many', () => {
  expect(say(' ')).toBe(t.missing);
  expect(say('https://OUTRA.exemplo.com.br/')).toBe(t.listed('https://outra.exemplo.com.br'));
  expect(problemOfOrigin(APP, Array(ALLOWED_ORIGINS_MAX).fill('https://loja.exemplo.com.br'), t)).toBe(
    t.full(ALLOWED_ORIGINS_MAX),
  );
});
