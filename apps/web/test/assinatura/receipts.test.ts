import type { SessaoAssinatura } from '@rubrica/contract';
import { describe, expect, it } from 'vitest';
import { receiptFile, withThoseOf } from '../../assinatura/receipts.ts';

const ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const OTHER = '0190a6c0-0000-7000-8000-000000000001';
const session = (titulos: Record<string, string>) =>
  ({ documentos: Object.entries(titulos).map(([id, titulo]) => ({ id, titulo })) }) as unknown as SessaoAssinatura;
const one = { documentoId: ID, titulo: 'Contrato', recibo: 'nota\n\n— registro a\n' };

describe('receipts of an act', () => {
  const answered = { documentos: [{ id: ID, recibo: one.recibo }] };

  it('are known by the titles of their documents', () => {
    expect(withThoseOf(answered, { receipts: [], session: session({ [ID]: 'Contrato' }) })).toEqual([one]);
  });

  it('are not lost where a document is not in the session', () => {
    expect(withThoseOf(answered, { receipts: [], session: null })).toEqual([{ ...one, titulo: ID }]);
  });

  it('come after those of an act before', () => {
    const before = { documentoId: OTHER, titulo: 'Termo', recibo: 'outra' };
    const known = session({ [ID]: 'Contrato', [OTHER]: 'Termo' });
    expect(withThoseOf(answered, { receipts: [before], session: known })).toEqual([before, one]);
  });
});

describe('the file of receipts', () => {
  it('is a single receipt as it came, so that a verifier reads it', () => {
    expect(receiptFile([one], null)).toEqual({ name: 'recibo-6f9619ff.txt', text: one.recibo });
  });

  it('is called after the validation code, where that is known', () => {
    expect(receiptFile([one], 'SVC-7K2M-9QXT-4HNB').name).toBe('recibo-SVC-7K2M-9QXT-4HNB.txt');
  });

  it('names the document of each of several, in one line', () => {
    const other = { documentoId: OTHER, titulo: 'Termo\nde  vistoria', recibo: 'outra\n\n— registro b\n' };
    expect(receiptFile([one, other], null).text).toBe(
      'Contrato\nnota\n\n— registro a\n\nTermo de vistoria\noutra\n\n— registro b\n',
    );
  });
});
