import type { Static, TSchema } from 'typebox';
import type { Operation } from './operation.ts';
import { operations } from './operations/index.ts';

type Operations = typeof operations;

/** The name of an operation: `criarDocumento`. */
export type OperationId = keyof Operations;

/** The operations answered by a handler; the others are pages (`page`). */
export type HandledId = {
  [Id in OperationId]: Operations[Id] extends { readonly page: true } ? never : Id;
}[OperationId];

/** Every operationId, in the order of the served contract. */
export const operationIds = Object.keys(operations) as OperationId[];

/** One operation without its literal types, for code that treats all operations alike. */
export function operationOf(id: OperationId): Operation {
  return operations[id];
}

/** The type of the path parameters; `undefined` if the path has none. */
export type ParamsOf<Id extends OperationId> = Operations[Id] extends { readonly params: infer S extends TSchema }
  ? Static<S>
  : undefined;

/** The type of the query; `undefined` if the operation reads none. */
export type QueryOf<Id extends OperationId> = Operations[Id] extends { readonly query: infer S extends TSchema }
  ? Static<S>
  : undefined;

type BodyIn<B> = B extends { readonly kind: 'multipart' }
  ? B extends { readonly dados: infer S extends TSchema }
    ? Static<S>
    : undefined
  : B extends { readonly schema: infer S extends TSchema; readonly optional: true }
    ? Static<S> | undefined
    : B extends { readonly schema: infer S extends TSchema }
      ? Static<S>
      : undefined;

/** The JSON body, or the part `dados` of a multipart body; `undefined` if there is none. */
export type BodyOf<Id extends OperationId> = Operations[Id] extends { readonly body: infer B } ? BodyIn<B> : undefined;

/** The operations that take the part `arquivo`. */
export type UploadOperationId = {
  [Id in OperationId]: Operations[Id] extends { readonly body: { readonly kind: 'multipart' } } ? Id : never;
}[OperationId];

type AnswerIn<A> = A extends { readonly schema: infer S extends TSchema }
  ? Static<S>
  : A extends { readonly kind: 'empty' }
    ? undefined
    : never;

/** The JSON of a success; `undefined` if there is no body, `never` if the response is a file or a page. */
export type AnswerOf<Id extends OperationId> = AnswerIn<Operations[Id]['answer']>;
