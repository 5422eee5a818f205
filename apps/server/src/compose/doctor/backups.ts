import { type Check, failed, fine, unverified, warned } from './check.ts';
import { timeInWords } from './words.ts';

const NAME = 'Cópias';
const HOUR_MS = 3_600_000;
/** One a day, and what the last one took. */
const WARNED_MS = 26 * HOUR_MS;
const REFUSED_MS = 7 * 24 * HOUR_MS;

export const backups: Check = {
  ponto: NAME,
  async run(subject) {
    const last = await subject.lastBackup();
    if (last === null) {
      const advice = 'Faça cópias do banco, dos arquivos e da chave: docs/operations/backup.md.';
      return [unverified(NAME, 'Nenhum backup registrado.', advice)];
    }
    const ageMs = Math.max(0, Date.now() - last.takenAt.getTime());
    const fact = `A última inteira, ${last.set}, é de ${timeInWords(ageMs)} atrás.`;
    const advice = 'Veja por que a cópia não rodou: um desastre hoje perde tudo o que veio depois dela.';
    if (ageMs > REFUSED_MS) return [failed(NAME, fact, advice)];
    return [ageMs > WARNED_MS ? warned(NAME, fact, advice) : fine(NAME, fact)];
  },
};
