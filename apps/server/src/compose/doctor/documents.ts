import { COMPLETION_ALARM_MS } from '@rubrica/contract';
import type { Check } from './check.ts';
import { failed, fine } from './check.ts';
import { unlessReached } from './reached.ts';
import { counted, timeInWords } from './words.ts';

const NAME = 'Documentos';

/** Those that everybody signed and that are not complete: what `rubrica_documents_fully_signed_not_complete` counts. */
export const documents: Check = {
  ponto: NAME,
  run: (subject) =>
    unlessReached(subject, NAME, async (sql) => {
      const [row] = await sql<{ total: number }[]>`
        select count(*)::int as total
          from acesso.a_concluir(clock_timestamp() - ${COMPLETION_ALARM_MS / 1000} * interval '1 second')`;
      const since = `há mais de ${timeInWords(COMPLETION_ALARM_MS)}`;
      if (!row?.total) return [fine(NAME, `Nenhum espera ser concluído ${since}.`)];
      const waiting = counted(row.total, 'documento assinado', 'documentos assinados');
      const advice =
        'Veja o selo e o carimbo acima, e no registro as linhas “document complete”; nada se perde: são concluídos assim que der.';
      return [failed(NAME, `${waiting} por todos ${since}, e não concluído.`, advice)];
    }),
};
