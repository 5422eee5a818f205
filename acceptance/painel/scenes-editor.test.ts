import { examineScenes } from './scene-examination.ts';
import { EDITOR } from './scenes/editor.ts';

await examineScenes(EDITOR);
