import { defineModule } from '../../core/module.ts';
import { pastasHandlers } from './routes.ts';

export const pastas = defineModule({ handlers: pastasHandlers });
