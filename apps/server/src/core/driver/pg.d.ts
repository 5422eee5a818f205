/** What this folder uses of node-postgres, which ships no types. */
declare module 'pg' {
  import { EventEmitter } from 'node:events';
  import type { Duplex } from 'node:stream';

  export interface ClientOptions {
    readonly host: string;
    readonly port: number;
    readonly database: string;
    readonly user: string;
    readonly password?: string;
    readonly ssl: boolean | object;
    /** Session settings, in the form of the server's command line. */
    readonly options?: string;
    readonly application_name?: string;
    readonly statement_timeout?: number;
    readonly idle_in_transaction_session_timeout?: number;
    readonly connectionTimeoutMillis?: number;
    readonly keepAlive?: boolean;
    readonly keepAliveInitialDelayMillis?: number;
    /** Statements are sent without waiting for earlier answers. */
    readonly pipeline: boolean;
    /** Creates the socket. */
    readonly stream?: () => Duplex;
  }

  export interface RowDescription {
    readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
  }

  export interface DataRow {
    readonly fields: readonly (string | null)[];
  }

  export interface ParameterStatus {
    readonly parameterName: string;
    readonly parameterValue: string;
  }

  /** Each method writes one message of the protocol to `stream`. */
  export interface Connection extends EventEmitter {
    readonly stream: Duplex;
    /** Texts of prepared statements by name: those the server has confirmed, and those sent. */
    readonly parsedStatements: Record<string, string | undefined>;
    readonly submittedNamedStatements: Record<string, string | undefined>;
    query(text: string): void;
    parse(statement: { readonly name: string; readonly text: string; readonly types: readonly number[] }): void;
    bind(values: { readonly statement: string; readonly values: readonly (string | Buffer | null)[] }): void;
    describe(what: { readonly type: 'P' | 'S'; readonly name: string }): void;
    execute(what: object): void;
    sync(): void;
  }

  export class Query extends EventEmitter {
    constructor(config: object);
    text: string;
    name: string;
    submit(connection: Connection): Error | null;
    handleRowDescription(message: RowDescription): void;
    handleDataRow(message: DataRow): void;
    handleCommandComplete(message: { readonly text: string }): void;
    handleError(error: Error, connection: Connection): void;
    handleReadyForQuery(): void;
  }

  export class Client extends EventEmitter {
    constructor(options: ClientOptions);
    readonly connection: Connection;
    connect(done: (error: Error | null) => void): void;
    query(query: Query): Query;
    end(): Promise<void>;
  }

  export class DatabaseError extends Error {
    readonly code: string;
    readonly constraint?: string;
    readonly routine?: string;
  }

  export const types: {
    readonly arrayParser: { create(text: string, parse: (text: string) => unknown): { parse(): unknown } };
  };
}
