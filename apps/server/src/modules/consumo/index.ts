import { defineModule } from '../../core/module.ts';
import { consumoHandlers } from './routes.ts';
import { sweeps } from './sweeps.ts';

export const consumo = defineModule({ handlers: consumoHandlers, sweeps });

export { CLOSING_DELAY_MS, type ClosingDeps, medirArmazenamento } from './armazenamento.ts';
export { consumeEnvelope, type Metered, meter, meterAll } from './medicao.ts';
export {
  excedenteDe,
  findPlano,
  franquiaDe,
  PLANO_INICIAL,
  PLANOS,
  type PlanoComercial,
  planoDe,
  refuseTooManyDrafts,
} from './planos.ts';
export { createRequestMeter, type RequestMeter } from './requisicoes.ts';
export { periodoDe } from './routes.ts';
export { sumsOf } from './store.ts';
