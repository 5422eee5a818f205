import type {
  AnswerOf,
  BodyOf,
  OperationId,
  operations,
  ParamsOf,
  QueryOf,
  UploadOperationId,
} from '@rubrica/contract';

/** One field of the input: absent if the operation has none, optional if it may be omitted. */
type Field<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : undefined extends Value
    ? { readonly [K in Name]?: Value }
    : object extends Value
      ? { readonly [K in Name]?: Value }
      : { readonly [K in Name]: Value };

type AnswerKind<Id extends OperationId> = (typeof operations)[Id]['answer']['kind'];

/** What every call accepts besides its own input. */
export interface CallOptions {
  /** Identifies the attempt, so that retrying it does not create anything twice. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The bytes of a PDF. */
export type Pdf = Uint8Array<ArrayBuffer> | ArrayBuffer | Blob;

/** The input of an operation: path parameters, query, body; in an upload, `dados` and `arquivo`. */
export type InputOf<Id extends OperationId> = Field<'params', ParamsOf<Id>> &
  Field<'query', QueryOf<Id>> &
  (Id extends UploadOperationId
    ? Field<'dados', BodyOf<Id>> & { readonly arquivo: Pdf; readonly nomeArquivo?: string }
    : Field<'body', BodyOf<Id>>) &
  CallOptions;

type Arguments<Input> = object extends Input ? [input?: Input] : [input: Input];

/** The result of a call: the JSON, the bytes of a PDF, the text of a page, or nothing. */
export type ResultOf<Id extends OperationId> =
  AnswerKind<Id> extends 'pdf' | 'pdf-or-json'
    ? Uint8Array<ArrayBuffer>
    : AnswerKind<Id> extends 'html'
      ? string
      : AnswerOf<Id>;

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

/** Any input, once the types have been checked. */
export interface AnyInput extends CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly dados?: unknown;
  readonly arquivo?: Pdf;
  readonly nomeArquivo?: string;
  readonly as?: 'json';
}
