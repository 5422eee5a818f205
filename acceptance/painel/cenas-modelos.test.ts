import { MODELOS } from './cenas/modelos.ts';
import { examineScenes } from './exame-das-cenas.ts';

await examineScenes(MODELOS);
