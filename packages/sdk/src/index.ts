export type { Resources } from '../generated/resources.ts';
export type * from '../generated/schemas.ts';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PermissionDeniedError,
  QuotaExceededError,
  RateLimitError,
  RubricaError,
  ServerError,
  TimeoutError,
} from './error.ts';
export type { Arquivo, ArquivoJson, Upload } from './file.ts';
export type { CallOptions } from './input.ts';
export { Listing, type Page } from './listing.ts';
export { type RawInput, Rubrica, type RubricaOptions } from './rubrica.ts';
export {
  type VerifyOptions,
  verificar as verificarWebhook,
  type WebhookHeaders,
  WebhookSignatureError,
} from './webhook.ts';
