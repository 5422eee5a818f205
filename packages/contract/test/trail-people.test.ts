import { expect, it } from 'vitest';
import { standingsOf, type ToldEvent, type TrailPerson } from '../src/trail-people.ts';

const PLACE = 'lugar';
const ana = { nome: 'Ana Reis', email: 'ana@exemplo.com.br', telefone: null, cpf: '52998224725', dataNascimento: null };
const bruno = { nome: 'Bruno Dias', email: 'bruno@exemplo.com.br', telefone: null, cpf: null, dataNascimento: null };

const told = (acao: string, detalhe: object = {}, ator: string | null = null): ToldEvent => ({
  acao,
  tipoAtor: ator === null ? 'USUARIO' : 'SIGNATARIO',
  ator,
  detalhe: { signatarioId: PLACE, ...detalhe },
});

const changed = (from: TrailPerson, to: TrailPerson) =>
  told('SIGNATARIO_CORRIGIDO', {
    campos: ['cpf', 'email', 'nome'],
    alteracoes: Object.fromEntries(
      (['nome', 'email', 'cpf'] as const).map((member) => [member, { de: from[member], para: to[member] }]),
    ),
  });

const names = (events: readonly ToldEvent[], now: TrailPerson | null) =>
  [...standingsOf(events, PLACE, now)].map(([index, { before, after }]) => [index, before.nome, after.nome]);

it('names who was in the place at each event, and leaves those of other places alone', () => {
  const other = { ...told('DOCUMENTO_VISUALIZADO'), detalhe: { signatarioId: 'outro' } };
  const change = [changed(ana, bruno), told('LINK_SUBSTITUIDO')];
  expect(names([told('DOCUMENTO_VISUALIZADO'), other, ...change, told('ASSINATURA_REGISTRADA')], bruno)).toEqual([
    [0, 'Ana Reis', 'Ana Reis'],
    [2, 'Ana Reis', 'Bruno Dias'],
    [3, 'Ana Reis', 'Ana Reis'],
    [4, 'Bruno Dias', 'Bruno Dias'],
  ]);
});

it('a message that is told after the change was the one of whom it reached', () => {
  const late = told('CONVITE_ENVIADO', { destino: ana.email.toUpperCase() });
  const own = told('CONVITE_ENVIADO', { destino: bruno.email });
  expect(names([changed(ana, bruno), late, own], bruno).slice(1)).toEqual([
    [1, 'Ana Reis', 'Ana Reis'],
    [2, 'Bruno Dias', 'Bruno Dias'],
  ]);
});

it('a correction of before, which kept no values, leaves unknown who it was, but for what they did', () => {
  const events = [
    told('CONVITE_ENVIADO'),
    told('DOCUMENTO_VISUALIZADO', {}, 'Ana Reis'),
    told('SIGNATARIO_CORRIGIDO', { campos: ['nome'] }),
  ];
  expect(names(events, bruno)).toEqual([
    [0, undefined, undefined],
    [1, 'Ana Reis', 'Ana Reis'],
    [2, undefined, 'Bruno Dias'],
  ]);
});

it('one that was removed is named by what the trail tells of them', () => {
  const removed = told('SIGNATARIO_REMOVIDO', { nome: 'Bruno Dias' });
  expect(names([told('CONVITE_ENVIADO'), changed(ana, bruno), removed], null)).toEqual([
    [0, 'Ana Reis', 'Ana Reis'],
    [1, 'Ana Reis', 'Bruno Dias'],
    [2, 'Bruno Dias', 'Bruno Dias'],
  ]);
});

it("the signer's own correction, whose CPF has dots, is of the same place", () => {
  const own = told('DADOS_CORRIGIDOS', { cpf: { de: '529.982.247-25', para: '111.444.777-35' } });
  const [first] = standingsOf([told('DOCUMENTO_VISUALIZADO'), own], PLACE, { ...ana, cpf: '11144477735' }).values();
  expect(first?.before.cpf).toBe('52998224725');
});
