/** Builds the package as it is published, into `dist`: the command, one file, and the libraries it depends on. */
import { resolve } from 'node:path';
import { stageCommand } from '../../../scripts/stage-package.ts';

const FOLDER = resolve(import.meta.dirname, '..');

/** Builds and writes `dist`. @returns its path */
export const build = (): Promise<string> => stageCommand(FOLDER, { name: 'rubrica-mcp' });

if (import.meta.main) console.log(await build());
