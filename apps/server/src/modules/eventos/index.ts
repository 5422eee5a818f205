import { defineModule } from '../../core/module.ts';
import { eventosHandlers } from './routes.ts';
import { sweeps } from './sweeps.ts';

export const eventos = defineModule({ handlers: eventosHandlers, sweeps });

export { createFeed, type Feed } from './feed.ts';
export { type EventRow, presentEvento } from './present.ts';
