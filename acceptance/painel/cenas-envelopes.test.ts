import { ENVELOPES } from './cenas/envelopes.ts';
import { examineScenes } from './exame-das-cenas.ts';

await examineScenes(ENVELOPES);
