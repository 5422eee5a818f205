import { defineModule } from '../../core/module.ts';
import { consumoHandlers } from './routes.ts';
import { sweeps } from './sweeps.ts';

export const consumo = defineModule({ handlers: consumoHandlers, sweeps });

export { CLOSING_DELAY_MS, type ClosingDeps, measureStorage } from './armazenamento.ts';
export { consumeEnvelope, type Metered, meter, meterAll } from './medicao.ts';
export {
  allowanceOf,
  type CommercialPlan,
  excessOf,
  findPlano,
  INITIAL_PLAN,
  PLANS,
  type PublishedPlan,
  planOf,
  publishedPlans,
  refuseTooManyDrafts,
} from './plans.ts';
export { createRequestMeter, type RequestMeter } from './requests.ts';
export { periodOf } from './routes.ts';
export { sumsOf } from './store.ts';
