import { examineScenes } from './scene-examination.ts';
import { INTEGRATION } from './scenes/integration.ts';

await examineScenes(INTEGRATION);
