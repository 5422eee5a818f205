import { describe, expect, it } from 'vitest';
import { howToCheck } from '../../../src/modules/certificados/dossie-text.ts';

const CODE = 'SVC-7K2M-9QXT-4HNB';
const told = (proof: 'here' | 'waiting' | 'none', ambiente: 'PRODUCAO' | 'TESTE' = 'PRODUCAO') =>
  howToCheck({
    documento: { titulo: 'Contrato', codigo_validacao: CODE, finalizado_em: new Date('2026-11-20T12:00:00Z') },
    publicUrl: 'https://rubrica.exemplo',
    sums: [],
    ambiente,
    proof,
  });

describe('what a dossier says of the open log', () => {
  it('names the proof among its files and how it is checked', () => {
    const text = told('here');
    expect(text).toMatch(/^prova\.tlog-proof o que prova/m);
    expect(text).toContain('https://rubrica.exemplo/registro/chave.vkey\n');
    expect(text).toMatch(/^rubrica verify .*--prova prova\.tlog-proof /m);
  });

  it('says where a proof will be whose leaf was still to be merged', () => {
    const text = told('waiting', 'TESTE');
    expect(text).toContain(`https://rubrica.exemplo/registro/teste/prova/${CODE}?de=CONCLUSAO`);
    expect(text).not.toMatch(/^prova\.tlog-proof|rubrica verify/m);
  });

  it('says why there is none of a document from before the log', () => {
    const text = told('none');
    expect(text).toContain('antes de haver registro aberto');
    expect(text).not.toMatch(/^prova\.tlog-proof|rubrica verify/m);
  });
});
