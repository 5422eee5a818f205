import type { Chamada, MensagemCaixa } from '@rubrica/contract';
import { expect, it } from 'vitest';
import { type TimelineItem, together } from '../../painel/integration/timeline-items.ts';

/** The time line of the sandbox, without a browser. */

const at = (minute: number) => new Date(Date.UTC(2026, 10, 3, 14, minute)).toISOString();
const call = (minute: number): TimelineItem => ({
  id: `c${minute}`,
  at: at(minute),
  kind: 'chamada',
  one: {} as Chamada,
});
const message = (minute: number): TimelineItem => ({
  id: `m${minute}`,
  at: at(minute),
  kind: 'mensagem',
  one: {} as MensagemCaixa,
});
const idsOf = ({ items }: { items: readonly TimelineItem[] }) => items.map(({ id }) => id);

it('is one order, newest first', () => {
  const line = together([
    { items: [call(9), call(3)], more: false },
    { items: [message(5), message(1)], more: false },
  ]);
  expect([idsOf(line), line.since]).toEqual([['c9', 'm5', 'c3', 'm1'], null]);
});

it('ends where the first of the listings does that goes on', () => {
  const line = together([
    { items: [call(9), call(4)], more: true },
    { items: [message(5), message(1)], more: true },
  ]);
  expect([idsOf(line), line.since]).toEqual([['c9', 'm5', 'c4'], at(4)]);
});

it('is nothing where nothing happened', () => {
  expect(together([{ items: [], more: false }])).toEqual({ items: [], since: null });
});
