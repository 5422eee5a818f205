/** What the pages and tests of this repository use: a method per operation, typed by the contract. It is not published. */

export { type ClientOptions, createClient, rawCall } from './client.ts';
export { ApiError } from './error.ts';
export type { CallOptions } from './input.ts';
export { createOpenClient, type OpenClient } from './open-client.ts';
export { paginate } from './paginate.ts';
export { isWorthRepeating, waitBefore } from './retry.ts';
export type { Client, InputOf, ResultOf } from './types.ts';
