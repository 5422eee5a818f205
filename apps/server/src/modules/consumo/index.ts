export { consumeEnvelope, type Metered, meter } from './medicao.ts';
export { PLANO_INICIAL, PLANOS, type PlanoComercial, planoDe } from './planos.ts';
