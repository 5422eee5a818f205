/** Columns of what a client calls a thing of its own, and keeps beside it. */
export interface OwnReference {
  readonly referencia_externa: string | null;
  readonly metadados: Record<string, string>;
}

/**
 * A client's own reference, for whoever may see it: the organization's credentials and webhooks. Signers and the public
 * never do, nor does the trail hold it, which they are handed.
 */
export const presentOwnReference = ({ referencia_externa, metadados }: OwnReference) => ({
  referenciaExterna: referencia_externa,
  metadados,
});

/** Columns for the members present in the body of a change: what is absent stays, null erases. */
export const ownReferenceChanges = (body: {
  readonly referenciaExterna?: string | null | undefined;
  readonly metadados?: Record<string, string> | null | undefined;
}) => ({
  referencia_externa: body.referenciaExterna,
  metadados: body.metadados === null ? {} : body.metadados,
});
