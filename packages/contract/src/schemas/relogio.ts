import { type Static, Type } from 'typebox';
import { CLOCK_AHEAD_MAX_S } from '../limits.ts';
import { CREATED_AT } from './example-values.ts';
import { dateTime, dateTimeInput, named } from './kit.ts';

export const Relogio = named(
  'Relogio',
  {
    agora: dateTime('A hora dos dados de teste.'),
    deslocamentoSegundos: Type.Integer({
      minimum: 0,
      maximum: CLOCK_AHEAD_MAX_S,
      description: 'Quanto ela está à frente da hora real.',
    }),
  },
  {
    description: 'O relógio do sandbox da organização.',
    examples: [{ agora: CREATED_AT, deslocamentoSegundos: 86_400 }],
  },
);
export type Relogio = Static<typeof Relogio>;

export const RelogioAvanco = named(
  'RelogioAvanco',
  {
    segundos: Type.Optional(Type.Integer({ minimum: 1, maximum: CLOCK_AHEAD_MAX_S, description: 'Quanto avançar.' })),
    ate: Type.Optional(dateTimeInput('Até quando avançar; chega-se no segundo seguinte, se não for exato.')),
  },
  { description: 'Um dos dois.', examples: [{ segundos: 60 }] },
);
export type RelogioAvanco = Static<typeof RelogioAvanco>;
