import { listSeals, revokeSeal } from '../compose/seals.ts';
import { systemClock } from '../core/clock.ts';
import { type Command, ownersCommand } from './command.ts';

export const SEALS: Readonly<Record<string, Command>> = {
  'selo listar': ownersCommand({ usage: '', about: 'lista os selos e quando cada um esteve em uso' }, async (sql) => {
    const lines = (await listSeals(sql)).map(({ impressao, ambiente, de, ate, revogado_em }) => {
      const end = ate === null ? 'em uso' : `até ${ate.toISOString()}`;
      const taken = revogado_em === null ? '' : `, revogado em ${revogado_em.toISOString()}`;
      return `${impressao}  ${ambiente}  de ${de.toISOString()}, ${end}${taken}\n`;
    });
    return lines.length > 0 ? lines.join('') : 'Nenhum selo ainda.\n';
  }),
  'selo revogar': ownersCommand(
    { usage: 'IMPRESSAO', about: 'nada mais é selado com ele, e selos.json o diz', words: 1 },
    async (sql, { words: [fingerprint = ''] }) => {
      const bare = fingerprint.replaceAll(':', '').toLowerCase();
      return (await revokeSeal(sql, bare, systemClock.now()))
        ? 'Selo revogado. O serviço para de selar com ele agora; para voltar a concluir, configure outro e reinicie.\n'
        : null;
    },
  ),
};
