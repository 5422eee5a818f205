import { examineScenes } from './scene-examination.ts';
import { MODELOS } from './scenes/modelos.ts';

await examineScenes(MODELOS);
