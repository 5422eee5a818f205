import { RubricaError } from '@rubrica/sdk';
import { describe, expect, it, vi } from 'vitest';
import type { Chamadas } from '../../painel/modelos/planilha/chamadas.ts';
import type { Linha } from '../../painel/modelos/planilha/linhas.ts';
import { createRodada, type Rodada } from '../../painel/modelos/planilha/rodada.ts';

/** A run of lines against calls that answer as they are told; the real service is met in acceptance/painel. */

const answer = (status: number, codigo: string, retryAfter?: number) =>
  new RubricaError(
    'criarDocumentoDeModelo',
    new Response(null, { status, headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) } }),
    { codigo, detail: codigo, title: codigo, status } as never,
  );

const linhaDe = (linha: number): Linha => ({
  linha,
  celulas: [],
  preenchimento: null,
  problemas: [],
  duvidas: [],
  conteudo: String(linha),
  vez: 0,
});

type Answer = 'novo' | 'antes' | 'excluido' | Error;

/** @param answers to the creations and the sendings, in their order; past their end everything is made */
function runOf(lines: number, answers: Answer[], sends: (true | Error)[] = [], enviar = false) {
  const asked: string[] = [];
  const chamadas: Chamadas = {
    async criar(linha) {
      asked.push(`criar ${linha.linha}`);
      const said = answers.shift() ?? 'novo';
      if (said instanceof Error) throw said;
      return said === 'excluido' ? said : { documentoId: `d${linha.linha}`, novo: said === 'novo', rascunho: true };
    },
    async enviar(documentoId) {
      asked.push(`enviar ${documentoId}`);
      const said = sends.shift() ?? true;
      if (said instanceof Error) throw said;
      return {};
    },
  };
  const trabalhos = Array.from({ length: lines }, (_, index) => ({
    linha: linhaDe(index + 1),
    chave: async () => ({ criar: `c${index}`, enviar: `e${index}`, signatarios: [] }),
  }));
  return { rodada: createRodada(trabalhos, chamadas, enviar), asked };
}

const states = (rodada: Rodada) => rodada.snapshot().resultados.map(({ estado }) => estado);

const until = (rodada: Rodada, fase: string): Promise<void> =>
  new Promise((done) => {
    const look = () => rodada.snapshot().fase === fase && done();
    rodada.subscribe(look);
    look();
  });

describe('a run', () => {
  it('goes line by line to the end, whatever single lines come to', async () => {
    const { rodada } = runOf(4, ['novo', 'antes', answer(400, 'ENTRADA_INVALIDA'), 'excluido']);
    await until(rodada, 'fim');
    expect(states(rodada)).toEqual(['criado', 'existia', 'recusado', 'excluido']);
  });

  it('sends what it makes and what was made before, and tells what was not sent', async () => {
    const { rodada } = runOf(3, ['novo', 'antes'], [true, true, answer(422, 'ENTRADA_INVALIDA')], true);
    await until(rodada, 'fim');
    expect(states(rodada)).toEqual(['enviado', 'enviado', 'naoEnviado']);
  });

  it('waits exactly as long as a 429 says, and asks the same again', async () => {
    vi.useFakeTimers();
    try {
      const { rodada, asked } = runOf(1, [answer(429, 'LIMITE_EXCEDIDO', 7)]);
      await vi.advanceTimersByTimeAsync(6_900);
      expect(asked).toEqual(['criar 1']);
      expect(rodada.snapshot().esperaAte).not.toBeNull();
      await vi.advanceTimersByTimeAsync(200);
      expect(asked).toEqual(['criar 1', 'criar 1']);
      expect(states(rodada)).toEqual(['criado']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('pauses where the line stays broken, and goes on with the same line', async () => {
    vi.useFakeTimers();
    try {
      const { rodada, asked } = runOf(
        2,
        Array.from({ length: 5 }, () => new TypeError('network error')),
      );
      await vi.advanceTimersByTimeAsync(20_000);
      expect(rodada.snapshot()).toMatchObject({ fase: 'pausada', porque: expect.any(TypeError) });
      expect(states(rodada)).toEqual(['esperando', 'esperando']);
      expect(asked.length).toBe(5);
      rodada.continuar();
      await vi.advanceTimersByTimeAsync(10);
      expect(states(rodada)).toEqual(['criado', 'criado']);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    [403, 'PAPEL_INSUFICIENTE'],
    [404, 'NAO_ENCONTRADO'],
  ])('pauses at a creation refused with %i: it holds for every line', async (status, codigo) => {
    const { rodada, asked } = runOf(3, [answer(status, codigo)]);
    await until(rodada, 'pausada');
    expect([states(rodada), asked]).toEqual([['recusado', 'esperando', 'esperando'], ['criar 1']]);
  });

  it('pauses when the allowance is used up, keeps the draft, and sends it when it is tried again', async () => {
    const { rodada, asked } = runOf(2, [], [answer(402, 'FRANQUIA_ESGOTADA')], true);
    await until(rodada, 'pausada');
    expect(states(rodada)).toEqual(['naoEnviado', 'esperando']);
    rodada.repetir();
    await until(rodada, 'fim');
    expect(states(rodada)).toEqual(['enviado', 'enviado']);
    expect(asked.filter((one) => one === 'enviar d1').length).toBe(2);
  });

  it('stopped while it waits stops at once', async () => {
    const { rodada, asked } = runOf(2, [answer(429, 'LIMITE_EXCEDIDO', 60)]);
    await new Promise<void>((done) => {
      rodada.subscribe(() => rodada.snapshot().esperaAte !== null && done());
    });
    rodada.parar();
    await vi.waitFor(() => expect(states(rodada)).toEqual(['esperando', 'esperando']));
    expect(rodada.snapshot().fase).toBe('parada');
    expect(asked.length).toBe(1);
  });

  it('paused and taken up in the same moment never does a line twice', async () => {
    const { rodada, asked } = runOf(20, []);
    for (let turn = 0; turn < 5; turn += 1) {
      await Promise.resolve();
      rodada.pausar();
      rodada.continuar();
    }
    await until(rodada, 'fim');
    expect(asked).toEqual(Array.from({ length: 20 }, (_, index) => `criar ${index + 1}`));
  });
});
