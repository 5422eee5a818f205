/** The response of every listing. */
interface Page<Item> {
  readonly itens: Item[];
  readonly proximoCursor?: string | null;
}

interface ListInput {
  readonly query?: object;
}

/**
 * Iterates over a listing to its end, page by page: `for await (const documento of paginate(client.listarDocumentos, {
 * query: { status: 'ASSINADO' } }))`. A short page does not mean the end; the absence of a cursor does.
 */
export async function* paginate<Input extends ListInput | undefined, Item>(
  list: (input: Input) => Promise<Page<Item>>,
  ...[input]: object extends Input ? [input?: NoInfer<Input>] : [input: NoInfer<Input>]
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | null | undefined;
  do {
    const query = cursor === undefined ? input?.query : { ...input?.query, cursor };
    const page = await list({ ...input, ...(query === undefined ? {} : { query }) } as Input);
    yield* page.itens;
    cursor = page.proximoCursor;
  } while (cursor !== null && cursor !== undefined);
}
