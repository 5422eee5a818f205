import type { TSchema } from 'typebox';
import { BODY_MAX_BYTES } from '../limits.ts';
import { inline, text, uuid } from '../schemas/kit.ts';

/** A success that answers JSON. */
export const json = <S extends TSchema>(schema: S) => ({ kind: 'json', schema }) as const;

/** A success without a body. */
export const empty = { kind: 'empty' } as const;

/** A JSON body. @param maxBytes more than the default where it holds pictures */
export const body = <S extends TSchema>(schema: S, maxBytes: number = BODY_MAX_BYTES) =>
  ({ kind: 'json', schema, maxBytes }) as const;

/** A JSON body the caller may leave out. */
export const optionalBody = <S extends TSchema>(schema: S) => ({ ...body(schema), optional: true }) as const;

export const documentoParams = inline({ documentoId: uuid() });
export const signatarioParams = inline({ documentoId: uuid(), signatarioId: uuid() });

/** Tokens travel in the path and are opaque; the bound only keeps absurd paths out. */
export const tokenParams = (description: string) =>
  inline({ token: text({ minLength: 1, maxLength: 512 }, description) });
