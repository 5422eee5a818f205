import { defineModule } from '../../core/module.ts';
import { sweeps } from './sweeps.ts';

export const demo = defineModule({ handlers: () => ({}), sweeps });

export { createLender, type DemoWords, type Lend, type Lent } from './lend.ts';
