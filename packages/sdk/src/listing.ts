/** One page of a listing. */
export interface Page<Item> {
  itens: Item[];
  /** How many there are in all under the same filters. */
  total: number;
  /** Where the next page begins; null or absent on the last. */
  proximoCursor?: string | null;
}

/**
 * Iterates over a listing to its end, page by page. A short page does not mean the end; the absence of a cursor does.
 * @param ask for the page at a cursor, with the same filters
 */
export async function* itemsOf<Item>(
  ask: (cursor: string | undefined) => PromiseLike<{ itens: Item[]; proximoCursor?: string | null }>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await ask(cursor);
    yield* page.itens;
    cursor = page.proximoCursor ?? undefined;
  } while (cursor !== undefined);
}

/**
 * A listing: awaited, its first page; iterated over, every item, pages being asked for as they are needed. Nothing is asked
 * before either.
 */
export class Listing<Item> implements AsyncIterable<Item>, PromiseLike<Page<Item>> {
  readonly #ask: (cursor: string | undefined) => Promise<Page<Item>>;

  constructor(ask: (cursor: string | undefined) => Promise<Page<Item>>) {
    this.#ask = ask;
  }

  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return itemsOf(this.#ask);
  }

  // biome-ignore lint/suspicious/noThenProperty: a listing is awaited for its first page
  then<Given = Page<Item>, Otherwise = never>(
    onfulfilled?: ((page: Page<Item>) => Given | PromiseLike<Given>) | null,
    onrejected?: ((reason: unknown) => Otherwise | PromiseLike<Otherwise>) | null,
  ): Promise<Given | Otherwise> {
    return this.#ask(undefined).then(onfulfilled, onrejected);
  }
}
