import { defineModule } from '../../core/module.ts';
import { envelopesHandlers } from './routes.ts';

export const envelopes = defineModule({ handlers: envelopesHandlers });
