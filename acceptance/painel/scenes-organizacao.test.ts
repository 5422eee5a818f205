import { examineScenes } from './scene-examination.ts';
import { ORGANIZACAO } from './scenes/organizacao.ts';

await examineScenes(ORGANIZACAO);
