export { podarChamadas } from './podar.ts';
export { type CallRecorder, createCallRecorder, type RecordedCall } from './registro.ts';
export { type ChamadasDeps, chamadasHandlers } from './routes.ts';
