import type { Check } from './check.ts';
import { failed, fine, warned } from './check.ts';
import { unlessReached } from './reached.ts';
import { counted, timeInWords } from './words.ts';

const NAME = 'Fila';
/** A job is taken within half a second where somebody works; a burst of them takes longer. */
const WARNED_MS = 60_000;
const REFUSED_MS = 10 * 60_000;

/** Jobs that are due and that nobody has taken, by queue. */
export const queue: Check = {
  ponto: NAME,
  run: (subject) =>
    unlessReached(subject, NAME, async (sql) => {
      const rows = await sql<{ name: string; waiting: number; oldest_ms: number }[]>`
        select name, count(*)::int as waiting,
               (extract(epoch from clock_timestamp() - min(start_after)) * 1000)::float8 as oldest_ms
          from fila.job
         where state < 'active' and not blocked and start_after <= clock_timestamp()
         group by name
         order by 3 desc`;
      if (rows.length === 0) return [fine(NAME, 'Nada que já venceu está à espera.')];
      return rows.map(({ name, waiting, oldest_ms }) => {
        const ponto = `${NAME}: ${name}`;
        const fact = `${counted(waiting, 'tarefa vencida', 'tarefas vencidas')} à espera, a mais antiga há ${timeInWords(oldest_ms)}.`;
        const advice = 'Confira se há um processo com ROLES=jobs no ar (npm run worker), e o registro dele.';
        if (oldest_ms > REFUSED_MS) return failed(ponto, fact, advice);
        return oldest_ms > WARNED_MS ? warned(ponto, fact, advice) : fine(ponto, fact);
      });
    }),
};
