import { styleText } from 'node:util';
import type { FindingState } from '@rubrica/contract';
import { isE164 } from '@rubrica/contract/brazil';
import type { Examination, Told } from '../compose/doctor/index.ts';
import { CHECK_NAMES, type CheckName } from '../compose/doctor/names.ts';
import { type Command, command, type Outcome, UsageError } from './command.ts';

const STATES: Readonly<
  Record<FindingState, readonly [sign: string, words: string, colour: Parameters<typeof styleText>[0]]>
> = {
  OK: ['✓', 'ok', 'green'],
  AVISO: ['!', 'aviso', 'yellow'],
  FALHA: ['✗', 'falha', 'red'],
  NAO_VERIFICADO: ['?', 'não verificado', 'cyan'],
  NAO_SE_APLICA: ['·', 'não se aplica', 'dim'],
};

/** As monitoring programs take it (Monitoring Plugins guidelines): fine, warning, critical, unknown. */
const CODES: Readonly<Record<FindingState, number>> = {
  OK: 0,
  AVISO: 1,
  FALHA: 2,
  NAO_VERIFICADO: 3,
  NAO_SE_APLICA: 0,
};
const UNKNOWN = CODES.NAO_VERIFICADO;

export const DOCTOR: Readonly<Record<string, Command>> = {
  doutor: command(
    {
      usage: '[--so NOME,NOME] [--json] [--mensagem ENDERECO] [--sms TELEFONE]',
      about: `examina tudo o que a instalação usa, e diz o que fazer; termina com 0, 1 (aviso), 2 (falha) ou 3
      --so: só estes, de ${CHECK_NAMES.join(', ')}
      --mensagem, --sms: manda também uma mensagem de teste`,
      codes: { failed: UNKNOWN, misused: UNKNOWN },
      options: {
        so: { type: 'string' },
        json: { type: 'boolean' },
        mensagem: { type: 'string' },
        sms: { type: 'string' },
      },
    },
    async ({ options: { so, json = false, mensagem = null, sms = null } }, config): Promise<Outcome> => {
      if (mensagem !== null && !/^[^\s<>@,;]+@[^\s<>@,;]+$/.test(mensagem)) {
        throw new UsageError('--mensagem: use um só endereço, como ana@exemplo.com.br.');
      }
      if (sms !== null && !isE164(sms)) throw new UsageError('--sms: use um telefone como +5511987654321.');
      // Of everything the installation uses: other commands need not wait for it to be loaded.
      const { examine } = await import('../compose/doctor/index.ts');
      const examination = await examine(config, namesOf(so), { mail: mensagem, sms });
      const text = json ? `${JSON.stringify(examination, null, 2)}\n` : shown(examination);
      return { text, code: CODES[examination.situacao] };
    },
  ),
};

function namesOf(given: string | undefined): readonly CheckName[] {
  if (given === undefined) return CHECK_NAMES;
  const wanted = given.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !CHECK_NAMES.some((known) => known === name));
  if (unknown.length > 0) {
    throw new UsageError(`--so: não há ${unknown.join(', ')}. Há ${CHECK_NAMES.join(', ')}.`);
  }
  return CHECK_NAMES.filter((name) => wanted.includes(name));
}

/** In columns; the first line is all that monitoring programs show. */
function shown({ situacao, pontos }: Examination): string {
  const width = Math.max(...pontos.map(({ ponto }) => ponto.length));
  const stateWidth = Math.max(...Object.values(STATES).map(([, words]) => words.length));
  const lines = pontos.map(({ ponto, situacao: state, fato, oQueFazer }) => {
    const [sign, words, colour] = STATES[state];
    const head = `${sign} ${words.padEnd(stateWidth)}`;
    const advice = oQueFazer === null ? '' : `\n${' '.repeat(head.length + width + 4)}→ ${oQueFazer}`;
    return `${styleText(colour, head, { stream: process.stdout })}  ${ponto.padEnd(width)}  ${fato}${advice}\n`;
  });
  return `Rubrica: ${summaryOf(situacao, pontos)}\n${lines.join('')}`;
}

function summaryOf(situacao: FindingState, pontos: readonly Told[]): string {
  const counts = Object.entries(STATES).flatMap(([state, [, words]]) => {
    const n = pontos.filter((one) => one.situacao === state).length;
    return n === 0 ? [] : [`${n} ${words}`];
  });
  const worst = pontos.filter((one) => one.situacao === situacao && ['AVISO', 'FALHA'].includes(situacao));
  const named = worst.length === 0 ? '' : ` (${worst.map(({ ponto }) => ponto).join('; ')})`;
  return `${STATES[situacao][1]}${named} — ${counts.join(', ')}`;
}
