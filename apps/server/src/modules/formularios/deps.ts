import type { RateLimiter } from '../../core/ports.ts';
import type { ModelosDeps } from '../modelos/index.ts';
import type { FormRequestTokens } from './request-tokens.ts';

/** What a visitor brings about is a template's use, sent. */
export interface FormulariosDeps extends ModelosDeps {
  readonly limiter: RateLimiter;
  readonly formRequests: FormRequestTokens;
}
