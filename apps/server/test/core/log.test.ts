import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/core/log.ts';

function logged(line: object): string {
  const said: string[] = [];
  createLog('info', { write: (text) => void said.push(text) }).info(line, 'said');
  return said.join('');
}

describe('a line of the log', () => {
  it('hides members that are named like credentials, and shows the others', () => {
    const line = logged({
      token: 'abc-1',
      senha: 'abc-2',
      authorization: 'abc-3',
      codigo: 'abc-4',
      route: '/v1/conta',
    });
    expect(line).not.toContain('abc-');
    expect(line.match(/\[oculto\]/g)).toHaveLength(4);
    expect(line).toContain('"route":"/v1/conta"');
  });

  it('hides them in an object of any name, and leaves the object as it is', () => {
    const answer = { token: 'abc-1', senha: 'abc-2', segredo: 'abc-3', codigo: 'TOKEN_INVALIDO' };
    const line = logged({ answer, documentos: ['id-1'], none: null });
    expect(line).not.toContain('abc-');
    expect(line).toContain('"codigo":"TOKEN_INVALIDO"');
    expect(line).toContain('"documentos":["id-1"],"none":null');
    expect(answer.token).toBe('abc-1');
  });

  it('hides them in an error, whose message and own code it shows', () => {
    const err = Object.assign(new Error('refused'), { token: 'abc-1', segredo: 'abc-2', codigo: 'TOKEN_INVALIDO' });
    const line = logged({ err });
    expect(line).not.toContain('abc-');
    expect(line).toContain('TOKEN_INVALIDO');
    expect(line).toContain('refused');
  });
});
