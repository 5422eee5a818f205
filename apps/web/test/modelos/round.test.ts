import { ApiError } from '@rubrica/sdk/client';
import { describe, expect, it, vi } from 'vitest';
import type { Chamadas } from '../../painel/modelos/spreadsheet/calls.ts';
import type { Line } from '../../painel/modelos/spreadsheet/lines.ts';
import { createRound, type Round } from '../../painel/modelos/spreadsheet/round.ts';

/** A run of lines against calls that answer as they are told; the real service is met in acceptance/painel. */

const answer = (status: number, codigo: string, retryAfter?: number) =>
  new ApiError(
    'criarDocumentoDeModelo',
    new Response(null, { status, headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) } }),
    { codigo, detail: codigo, title: codigo, status } as never,
  );

const lineOf = (linha: number): Line => ({
  line: linha,
  gridCells: [],
  filling: null,
  issues: [],
  doubts: [],
  conteudo: String(linha),
  vez: 0,
});

type Answer = 'fresh' | 'before' | 'excluido' | Error;

/** @param answers to the creations and the sendings, in their order; past their end everything is made */
function runOf(lines: number, answers: Answer[], sends: (true | Error)[] = [], enviar = false) {
  const asked: string[] = [];
  const chamadas: Chamadas = {
    async criar(linha) {
      asked.push(`criar ${linha.line}`);
      const said = answers.shift() ?? 'fresh';
      if (said instanceof Error) throw said;
      return said === 'excluido' ? said : { documentoId: `d${linha.line}`, fresh: said === 'fresh', rascunho: true };
    },
    async enviar(documentoId) {
      asked.push(`enviar ${documentoId}`);
      const said = sends.shift() ?? true;
      if (said instanceof Error) throw said;
      return {};
    },
  };
  const works = Array.from({ length: lines }, (_, index) => ({
    linha: lineOf(index + 1),
    chave: async () => ({ criar: `c${index}`, enviar: `e${index}`, signatarios: [] }),
  }));
  return { round: createRound(works, chamadas, enviar), asked };
}

const states = (round: Round) => round.snapshot().results.map(({ estado }) => estado);

const until = (round: Round, phase: string): Promise<void> =>
  new Promise((done) => {
    const look = () => round.snapshot().phase === phase && done();
    round.subscribe(look);
    look();
  });

describe('a run', () => {
  it('goes line by line to the end, whatever single lines come to', async () => {
    const { round } = runOf(4, ['fresh', 'before', answer(400, 'ENTRADA_INVALIDA'), 'excluido']);
    await until(round, 'fim');
    expect(states(round)).toEqual(['criado', 'existed', 'recusado', 'excluido']);
  });

  it('sends what it makes and what was made before, and tells what was not sent', async () => {
    const { round } = runOf(3, ['fresh', 'before'], [true, true, answer(422, 'ENTRADA_INVALIDA')], true);
    await until(round, 'fim');
    expect(states(round)).toEqual(['enviado', 'enviado', 'naoEnviado']);
  });

  it('waits exactly as long as a 429 says, and asks the same again', async () => {
    vi.useFakeTimers();
    try {
      const { round, asked } = runOf(1, [answer(429, 'LIMITE_EXCEDIDO', 7)]);
      await vi.advanceTimersByTimeAsync(6_900);
      expect(asked).toEqual(['criar 1']);
      expect(round.snapshot().waitsUntil).not.toBeNull();
      await vi.advanceTimersByTimeAsync(200);
      expect(asked).toEqual(['criar 1', 'criar 1']);
      expect(states(round)).toEqual(['criado']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('pauses where the line stays broken, and goes on with the same line', async () => {
    vi.useFakeTimers();
    try {
      const { round, asked } = runOf(
        2,
        Array.from({ length: 5 }, () => new TypeError('network error')),
      );
      await vi.advanceTimersByTimeAsync(20_000);
      expect(round.snapshot()).toMatchObject({ phase: 'paused', because: expect.any(TypeError) });
      expect(states(round)).toEqual(['waiting', 'waiting']);
      expect(asked.length).toBe(5);
      round.goOn();
      await vi.advanceTimersByTimeAsync(10);
      expect(states(round)).toEqual(['criado', 'criado']);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    [403, 'PAPEL_INSUFICIENTE'],
    [404, 'NAO_ENCONTRADO'],
  ])('pauses at a creation refused with %i: it holds for every line', async (status, codigo) => {
    const { round, asked } = runOf(3, [answer(status, codigo)]);
    await until(round, 'paused');
    expect([states(round), asked]).toEqual([['recusado', 'waiting', 'waiting'], ['criar 1']]);
  });

  it('pauses when the allowance is used up, keeps the draft, and sends it when it is tried again', async () => {
    const { round, asked } = runOf(2, [], [answer(402, 'FRANQUIA_ESGOTADA')], true);
    await until(round, 'paused');
    expect(states(round)).toEqual(['naoEnviado', 'waiting']);
    round.repeat();
    await until(round, 'fim');
    expect(states(round)).toEqual(['enviado', 'enviado']);
    expect(asked.filter((one) => one === 'enviar d1').length).toBe(2);
  });

  it('stopped while it waits stops at once', async () => {
    const { round, asked } = runOf(2, [answer(429, 'LIMITE_EXCEDIDO', 60)]);
    await new Promise<void>((done) => {
      round.subscribe(() => round.snapshot().waitsUntil !== null && done());
    });
    round.stop();
    await vi.waitFor(() => expect(states(round)).toEqual(['waiting', 'waiting']));
    expect(round.snapshot().phase).toBe('stopped');
    expect(asked.length).toBe(1);
  });

  it('paused and taken up in the same moment never does a line twice', async () => {
    const { round, asked } = runOf(20, []);
    for (let turn = 0; turn < 5; turn += 1) {
      await Promise.resolve();
      round.pause();
      round.goOn();
    }
    await until(round, 'fim');
    expect(asked).toEqual(Array.from({ length: 20 }, (_, index) => `criar ${index + 1}`));
  });
});
