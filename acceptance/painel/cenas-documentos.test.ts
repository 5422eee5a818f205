import { DOCUMENTOS } from './cenas/documentos.ts';
import { examineScenes } from './exame-das-cenas.ts';

await examineScenes(DOCUMENTOS);
