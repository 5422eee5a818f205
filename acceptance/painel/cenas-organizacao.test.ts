import { ORGANIZACAO } from './cenas/organizacao.ts';
import { examineScenes } from './exame-das-cenas.ts';

await examineScenes(ORGANIZACAO);
