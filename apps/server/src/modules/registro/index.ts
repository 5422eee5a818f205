import { defineModule } from '../../core/module.ts';
import { sweeps } from './sweeps.ts';

export const registro = defineModule({ handlers: () => ({}), sweeps });

export { createDayHeads, type DayHead, type ReadDayHead } from './days.ts';
export { policyText } from './policy.ts';
export { type AskedLog, conclusionLabel, createProofs, type ProofAnswer, type ProofOf, type Proofs } from './proof.ts';
export { receiptOf } from './receipt.ts';
export type { Announcements } from './sequence.ts';
export { createServedLogs, readTilePath, type ServedLogs } from './served.ts';
export { createLogStore, findNonce, type LogDay, type LogHead, type LogStore, queueLeaves } from './store.ts';
export type { GrowingKey, LogKeys, OpenLogDeps, StampText } from './sweeps.ts';
export { missingOf, type Witness } from './witnesses.ts';
