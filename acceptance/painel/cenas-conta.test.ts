import { CONTA } from './cenas/conta.ts';
import { examineScenes } from './exame-das-cenas.ts';

await examineScenes(CONTA);
