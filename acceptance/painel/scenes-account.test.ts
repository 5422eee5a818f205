import { examineScenes } from './scene-examination.ts';
import { ACCOUNT } from './scenes/account.ts';

await examineScenes(ACCOUNT);
