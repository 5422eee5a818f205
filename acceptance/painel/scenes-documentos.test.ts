import { examineScenes } from './scene-examination.ts';
import { DOCUMENTOS } from './scenes/documentos.ts';

await examineScenes(DOCUMENTOS);
