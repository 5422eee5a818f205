import { itemsOf, type Page } from './listing.ts';

interface ListInput {
  readonly query?: object;
}

/**
 * Iterates over a listing of `createClient` to its end: `for await (const documento of paginate(client.listarDocumentos, {
 * query: { status: 'ASSINADO' } }))`.
 */
export function paginate<Input extends ListInput | undefined, Item>(
  list: (input: Input) => Promise<Pick<Page<Item>, 'itens' | 'proximoCursor'>>,
  ...[input]: object extends Input ? [input?: NoInfer<Input>] : [input: NoInfer<Input>]
): AsyncGenerator<Item, void, undefined> {
  return itemsOf((cursor) => {
    const query = cursor === undefined ? input?.query : { ...input?.query, cursor };
    return list({ ...input, ...(query === undefined ? {} : { query }) } as Input);
  });
}
