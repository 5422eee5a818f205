import { examineScenes } from './scene-examination.ts';
import { ENVELOPES } from './scenes/envelopes.ts';

await examineScenes(ENVELOPES);
