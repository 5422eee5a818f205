import { INTEGRACAO } from './cenas/integracao.ts';
import { examineScenes } from './exame-das-cenas.ts';

await examineScenes(INTEGRACAO);
