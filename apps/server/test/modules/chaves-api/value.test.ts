import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newKey } from '../../../src/modules/chaves-api/valor.ts';
import {
  clearedSessionCookie,
  cookieIsSecure,
  createSessionTokens,
  sessionCookie,
} from '../../../src/modules/sessoes/tokens.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

describe('the value of an API key', () => {
  it.each([
    ['PRODUCAO', /^svc_live_[0-9A-Za-z]{12}\.[A-Za-z0-9_-]{43}$/],
    ['TESTE', /^svc_test_[0-9A-Za-z]{12}\.[A-Za-z0-9_-]{43}$/],
  ] as const)('tells the environment %s', (ambiente, shape) => {
    expect(newKey(ambiente).chave).toMatch(shape);
  });

  it('is its prefix, a dot and the secret whose hash is kept', () => {
    const { chave, prefixo, segredoHash } = newKey('PRODUCAO');
    const [before, secret] = chave.split('.');
    expect(before).toBe(prefixo);
    expect(segredoHash).toEqual(sha256(secret ?? ''));
  });

  it('never comes twice', () => {
    const keys = Array.from({ length: 1000 }, () => newKey('TESTE'));
    expect(new Set(keys.map(({ prefixo }) => prefixo)).size).toBe(1000);
    expect(new Set(keys.map(({ chave }) => chave)).size).toBe(1000);
  });
});

describe('the tokens of a session', () => {
  it('are recognisable, unguessable and kept as hashes', () => {
    const tokens = createSessionTokens();
    expect(tokens.token).toMatch(/^svc_sessao_[A-Za-z0-9_-]{43}$/);
    expect(tokens.csrfToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(tokens.tokenHash).toEqual(sha256(tokens.token));
    expect(tokens.csrfHash).toEqual(sha256(tokens.csrfToken));
  });

  it('travel in a cookie no script reads and no other site sends', () => {
    expect(sessionCookie('svc_sessao_x', 604_800, { name: 'svc_sessao', secure: true })).toBe(
      'svc_sessao=svc_sessao_x; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax; Secure',
    );
    expect(clearedSessionCookie({ name: 'svc_sessao', secure: false })).toBe(
      'svc_sessao=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    );
  });

  it.each([
    ['http://localhost:3000', false],
    ['http://127.0.0.1:3000', false],
    ['http://[::1]:3000', false],
    ['http://painel.localhost', false],
    ['https://localhost', true],
    ['https://rubrica.exemplo.com.br', true],
    ['http://rubrica.exemplo.com.br', true],
    ['http://localhost.exemplo.com.br', true],
  ])('are Secure for %s: %s', (origin, secure) => {
    expect(cookieIsSecure(origin)).toBe(secure);
  });
});
