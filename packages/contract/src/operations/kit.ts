import type { TSchema } from 'typebox';
import { BODY_MAX_BYTES } from '../limits.ts';
import { inline, text, uuid } from '../schemas/kit.ts';

/** A success with a JSON body. */
export const json = <S extends TSchema>(schema: S) => ({ kind: 'json', schema }) as const;

/** A success without a body. */
export const empty = { kind: 'empty' } as const;

/** A JSON body. @param maxBytes more than the default if it contains pictures */
export const body = <S extends TSchema>(schema: S, maxBytes: number = BODY_MAX_BYTES) =>
  ({ kind: 'json', schema, maxBytes }) as const;

/** A JSON body the caller may omit. */
export const optionalBody = <S extends TSchema>(schema: S) => ({ ...body(schema), optional: true }) as const;

export const documentoParams = inline({ documentoId: uuid() });
export const signatarioParams = inline({ documentoId: uuid(), signatarioId: uuid() });

/** Tokens are opaque and part of the path; the limit only rejects absurd paths. */
export const tokenParams = (description: string) =>
  inline({ token: text({ minLength: 1, maxLength: 512 }, description) });
