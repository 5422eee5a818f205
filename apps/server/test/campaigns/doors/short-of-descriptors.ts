import { closeSync, openSync } from 'node:fs';
import { isolationOf } from '../../../src/adapters/pdf/confinement.ts';

/** Prints how far workers are isolated, asked while not a file can be opened, and after that. */

const said: string[] = [];
const ask = () => {
  try {
    said.push(isolationOf(false));
  } catch (error) {
    said.push((error as NodeJS.ErrnoException).code ?? String(error));
  }
};

const open: number[] = [];
try {
  for (;;) open.push(openSync('/dev/null', 'r'));
} catch {
  ask();
}
for (const descriptor of open) closeSync(descriptor);
ask();
process.stdout.write(said.join(' '));
