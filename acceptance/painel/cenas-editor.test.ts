import { EDITOR } from './cenas/editor.ts';
import { examineScenes } from './exame-das-cenas.ts';

await examineScenes(EDITOR);
