import { endOpenLogs, tellEnded } from '../backup/open-log.ts';
import { systemClock } from '../core/clock.ts';
import { type Command, ownersCommand, UsageError } from './command.ts';

/** The open log: docs/operations/open-log.md. */
export const OPEN_LOG: Readonly<Record<string, Command>> = {
  'registro recomecar': ownersCommand(
    {
      usage: '--sim',
      about: 'encerra os registros abertos de um banco que voltou a um momento anterior por outro meio que restaurar',
      options: { sim: { type: 'boolean' } },
    },
    async (sql, { options: { sim } }) => {
      if (sim !== true) throw new UsageError('Pare todos os processos antes; não há volta. Confirme com --sim.');
      const ended = tellEnded(await endOpenLogs(sql, systemClock.now()));
      return ended.length === 0 ? null : `${ended.join('\n')}\n`;
    },
  ),
};
