import { paginate } from '@rubrica/sdk/client';

/** Every item of a listing, page after page: for short ones that are shown whole. */
export async function allItems<Query extends object, Item>(
  list: (input: { query: Query & { limite: number } }) => Promise<{ itens: Item[]; proximoCursor?: string | null }>,
  query: Query = {} as Query,
): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of paginate(list as never, { query: { ...query, limite: 100 } } as never))
    all.push(item as Item);
  return all;
}
