/** Builds the package as it is published, into `dist`: the command, one file without dependencies. */
import { resolve } from 'node:path';
import { stageCommand } from '../../../scripts/stage-package.ts';

const FOLDER = resolve(import.meta.dirname, '..');

/** Builds and writes `dist`, under the name of which people type `npx rubrica`. @returns its path */
export const build = (): Promise<string> => stageCommand(FOLDER, { name: 'rubrica', packageName: 'rubrica' });

if (import.meta.main) console.log(await build());
