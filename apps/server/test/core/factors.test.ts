import { ACCEPTED_FACTORS } from '@rubrica/contract';
import { describe, expect, it } from 'vitest';
import { FACTORS } from '../../src/modules/assinatura/factors/index.ts';
import type { FatorRow, LiveFactor, OwnData, Proof } from '../../src/modules/documentos/index.ts';
import { fulfilled, fulfilments, isLive, PROVABLE } from '../../src/modules/documentos/index.ts';

/** The table of factors, and the one answer to whether something was proven. */

const PERSON = {
  email: 'Maria.Leal@exemplo.com.br',
  telefone: '+5511987654321',
  cpf: '52998224725',
  data_nascimento: '1987-04-12',
} satisfies OwnData;
const PROOFS: Record<LiveFactor, Proof> = {
  EMAIL: { email: 'maria.leal@exemplo.com.br' },
  SMS_OTP: { telefone: '+5511987654321' },
  TOTP: { autenticadorId: 'a', email: 'maria.leal@exemplo.com.br' },
  DADOS_PESSOAIS: { cpf: '52998224725', dataNascimento: '1987-04-12' },
};
const OTHERS: Record<LiveFactor, readonly Partial<OwnData>[]> = {
  EMAIL: [{ email: 'outra@exemplo.com.br' }, { email: null }],
  SMS_OTP: [{ telefone: '+5511987654322' }, { telefone: null }],
  TOTP: [{ email: 'outra@exemplo.com.br' }, { email: null }],
  DADOS_PESSOAIS: [{ cpf: '11144477735' }, { data_nascimento: '1987-04-13' }, { cpf: null }, { data_nascimento: null }],
};

const signer = (more: Partial<OwnData> = {}, status: 'VISUALIZADO' | 'ASSINADO' = 'VISUALIZADO') => ({
  ...PERSON,
  ...more,
  id: 's',
  status,
});
const row = (fator: LiveFactor, provado_para: Proof | null, cumprido_em: Date | null = new Date(0)): FatorRow => ({
  signatario_id: 's',
  fator,
  cumprido_em,
  meio: null,
  provado_para,
  link_id: null,
});

it('the table of factors has an entry for each factor that can be asked for, and none besides', () => {
  expect(Object.keys(FACTORS).sort()).toEqual([...ACCEPTED_FACTORS].sort());
  for (const factor of Object.values(FACTORS))
    expect(Object.keys(factor).sort()).toEqual(
      ['ask', 'check', 'destination', 'guessesAgainst', 'holds', 'needs', 'provenFor', 'way'].sort(),
    );
  expect([isLive('EMAIL'), isLive('SELFIE')]).toEqual([true, false]);
});

it('factors compare phones, digits and dates as they are, and e-mails in lower case', () => {
  expect(PROVABLE.EMAIL.provenFor(PERSON)).toEqual(PROOFS.EMAIL);
  expect(PROVABLE.SMS_OTP.provenFor(PERSON)).toEqual(PROOFS.SMS_OTP);
  expect(PROVABLE.DADOS_PESSOAIS.provenFor(PERSON)).toEqual(PROOFS.DADOS_PESSOAIS);
  expect(PROVABLE.DADOS_PESSOAIS.provenFor({ ...PERSON, cpf: null })).toBeNull();
});

describe.each(ACCEPTED_FACTORS)('%s', (fator) => {
  it('is fulfilled by a proof of the signer’s own data, and of no others', () => {
    const rows = [row(fator, PROOFS[fator])];
    expect(fulfilled(signer(), fator, rows)).toBe(true);
    for (const other of OTHERS[fator]) expect([other, fulfilled(signer(other), fator, rows)]).toEqual([other, false]);
    expect(fulfilled({ ...signer(), id: 'another' }, fator, rows)).toBe(false);
    expect(fulfilments(signer(), rows).map((one) => one.fator)).toEqual([fator]);
    expect(fulfilments(signer(OTHERS[fator][0]), rows)).toEqual([]);
  });

  it('is not fulfilled by a row without time or without value, for who has yet to act', () => {
    expect(fulfilled(signer(), fator, [])).toBe(false);
    expect(fulfilled(signer(), fator, [row(fator, PROOFS[fator], null)])).toBe(false);
    expect(fulfilled(signer(), fator, [row(fator, null)])).toBe(false);
  });

  it('stays what it was for who has signed, also when the value is not known or the data were erased', () => {
    const erased = { email: null, telefone: null, cpf: null, data_nascimento: null };
    expect(fulfilled(signer({}, 'ASSINADO'), fator, [row(fator, null)])).toBe(true);
    expect(fulfilled(signer(erased, 'ASSINADO'), fator, [row(fator, PROOFS[fator])])).toBe(true);
  });
});

it('an authenticator of one signer of one document is that row’s, whatever the e-mail', () => {
  const own = [row('TOTP', { autenticadorId: 'a', email: null })];
  expect(fulfilled(signer(), 'TOTP', own)).toBe(true);
  expect(fulfilled({ ...signer(), id: 'another' }, 'TOTP', own)).toBe(false);
});
