import { expect } from 'vitest';
import { type Answer, call } from '../harness.ts';

export interface Walk {
  /** What identifies each item, in the order of the pages. */
  readonly seen: readonly string[];
  readonly items: readonly Record<string, unknown>[];
  /** The total each page told. */
  readonly totals: readonly number[];
}

/** Walks a listing whose address ends in its filters, `limite` items a page. */
export interface WalkOptions {
  readonly as: Record<string, string>;
  readonly limite: number;
  /** The field that identifies an item. */
  readonly key?: string;
  /** Done between two pages. */
  readonly between?: (page: number) => Promise<unknown>;
}

const withQuery = (url: string, query: string) => `${url}${url.includes('?') ? '&' : '?'}${query}`;

export const page = (url: string, as: Record<string, string>, limite: number, cursor?: string): Promise<Answer> =>
  call(
    withQuery(url, `limite=${limite}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`),
    'GET',
    undefined,
    as,
  );

/** From the first page to the one without `proximoCursor`, by nothing but what each page says. */
export async function walk(url: string, { as, limite, key = 'id', between }: WalkOptions): Promise<Walk> {
  const items: Record<string, unknown>[] = [];
  const totals: number[] = [];
  let cursor: string | undefined;
  for (let number = 1; ; number += 1) {
    const { status, body } = await page(url, as, limite, cursor);
    expect([status, body.erros]).toEqual([200, undefined]);
    items.push(...body.itens);
    totals.push(body.total);
    if (body.proximoCursor === null || body.proximoCursor === undefined) break;
    // A page that is followed by another is full; how full is no way to tell the last one.
    expect(body.itens.length).toBe(limite);
    cursor = body.proximoCursor;
    await between?.(number);
  }
  return { seen: items.map((item) => String(item[key])), items, totals };
}
