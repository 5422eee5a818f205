import { freemem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { memoryLimit } from '../memory-limit.ts';
import { type Check, fine, warned } from './check.ts';
import { bytesInWords } from './words.ts';

const NAME = 'Memória';
const GIGABYTE = 1024 ** 3;
const FREE_PART = 0.1;

/** What the system lets this process have; the service has the same where both run in one container. */
export const memory: Check = {
  ponto: NAME,
  async run() {
    const { bytes: most, limited } = memoryLimit();
    const free = limited ? process.availableMemory() : freemem();
    const available = Math.max(free, process.availableMemory());
    const whose = limited ? 'Limite deste processo (cgroup)' : 'Sem limite além da máquina';
    const heap = bytesInWords(getHeapStatistics().heap_size_limit);
    const fact = `${whose}: ${bytesInWords(most)}, ${bytesInWords(available)} livres; o JavaScript usa até ${heap}.`;
    if (most < GIGABYTE) {
      const advice = 'Dê ao menos 1 GB: o serviço, e processos que leem PDFs com até 768 MB cada.';
      return [warned(NAME, fact, advice)];
    }
    if (available < most * FREE_PART) return [warned(NAME, fact, 'Aumente o limite, ou veja quem mais usa a memória.')];
    return [fine(NAME, fact)];
  },
};
