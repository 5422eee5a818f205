import { defineModule } from '../../core/module.ts';
import { modelosHandlers } from './routes.ts';

export const modelos = defineModule({ handlers: modelosHandlers });

export { inRequestTerms } from './instantiate.ts';
export type { ModelosDeps } from './routes.ts';
export { checkUse } from './rules.ts';
export { countUse, findModelo, lockModelo, type ModeloRow } from './store.ts';
export { prepareUse, type User, withDraftOf } from './use.ts';
