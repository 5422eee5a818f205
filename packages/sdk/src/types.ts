import type {
  AnswerOf,
  BodyOf,
  FileKind,
  OperationId,
  operations,
  ParamsOf,
  QueryOf,
  UploadOperationId,
} from '@rubrica/contract';
import type { Arquivo } from './file.ts';
import type { CallOptions } from './input.ts';

/** One field of the input: absent if the operation has none, optional if it may be omitted. */
type Field<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { readonly [K in Name]?: Value }
    : object extends Value
      ? { readonly [K in Name]?: Value }
      : { readonly [K in Name]: Value };

type AnswerKind<Id extends OperationId> = (typeof operations)[Id]['answer']['kind'];

/** The input of an operation: path parameters, query, body; in an upload, `dados` and `arquivo`. */
export type InputOf<Id extends OperationId> = Field<'params', ParamsOf<Id>> &
  Field<'query', QueryOf<Id>> &
  (Id extends UploadOperationId
    ? Field<'dados', BodyOf<Id>> & { readonly arquivo: Arquivo; readonly nomeArquivo?: string }
    : Field<'body', BodyOf<Id>>) &
  CallOptions;

type Arguments<Input> = object extends Input ? [input?: Input] : [input: Input];

/** The result of a call: the JSON, the bytes of a file, the text of a page, or nothing. */
export type ResultOf<Id extends OperationId> =
  AnswerKind<Id> extends FileKind ? Uint8Array<ArrayBuffer> : AnswerKind<Id> extends 'html' ? string : AnswerOf<Id>;

/** The method of an operation. If it can answer with a file or JSON, `as: 'json'` requests the JSON. */
export type Call<Id extends OperationId> =
  AnswerKind<Id> extends 'pdf-or-json'
    ? {
        (input: InputOf<Id> & { readonly as: 'json' }): Promise<AnswerOf<Id>>;
        (...input: Arguments<InputOf<Id>>): Promise<ResultOf<Id>>;
      }
    : (...input: Arguments<InputOf<Id>>) => Promise<ResultOf<Id>>;

/** One method per operation of the API. */
export type Client = { readonly [Id in OperationId]: Call<Id> };
