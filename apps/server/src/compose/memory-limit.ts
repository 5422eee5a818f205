import { totalmem } from 'node:os';

/** What the system lets this process have, in bytes; `limited` if that is less than the machine has. */
export function memoryLimit(): { readonly bytes: number; readonly limited: boolean } {
  // 0 or the whole address space where nothing is constrained.
  const constrained = process.constrainedMemory();
  const limited = constrained > 0 && constrained < totalmem();
  return { bytes: limited ? constrained : totalmem(), limited };
}
