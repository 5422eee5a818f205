import { examineScenes } from './scene-examination.ts';
import { CONTATOS } from './scenes/contatos.ts';

await examineScenes(CONTATOS);
