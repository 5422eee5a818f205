import { defineModule } from '../../core/module.ts';
import { chamadasHandlers } from './routes.ts';
import { sweeps } from './sweeps.ts';

export const chamadas = defineModule({ handlers: chamadasHandlers, sweeps });

export { type CallRecorder, createCallRecorder, type RecordedCall } from './recorder.ts';
