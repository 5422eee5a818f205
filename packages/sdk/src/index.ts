export type { EventoWebhookEnvelope } from '@rubrica/contract';
export { createClient, rawCall } from './client.ts';
export { RubricaError } from './error.ts';
export { paginate } from './paginate.ts';
export type { ClientOptions } from './request.ts';
export type { Call, CallOptions, Client, InputOf, Pdf, ResultOf } from './types.ts';
export {
  DEFAULT_TOLERANCE_SECONDS,
  SIGNATURE_HEADER,
  type VerifyWebhookOptions,
  verifyWebhook,
  WebhookSignatureError,
} from './webhook.ts';
