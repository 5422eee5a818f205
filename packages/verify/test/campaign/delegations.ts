import type { OpenConteudo } from '../story.ts';
import { askedMore, eventsOf, halfProved, type Kind, kind, passed, put, rich } from './kinds.ts';

/** Signatures that nobody passed on, that were passed on by whom had no right to, or of which the trail hides it. */

type Event = OpenConteudo['eventos'][number];

const theOne = (conteudo: OpenConteudo, acao: string): Event => {
  const [event] = eventsOf(conteudo, acao);
  if (!event) throw new Error(`no ${acao}`);
  return event;
};
const takeOut = (conteudo: OpenConteudo, event: Event) =>
  void conteudo.eventos.splice(conteudo.eventos.indexOf(event), 1);
const changed = (name: string, edit: (conteudo: OpenConteudo) => void): Kind => kind(name, { story: passed, edit });
/** A detail of the act, or of what it changed. */
const told = (acao: string, path: string, value: unknown): Kind =>
  changed(`${acao} of one that was passed on, ${path}: ${JSON.stringify(value) ?? 'left out'}`, (conteudo) =>
    put(conteudo, `eventos.${conteudo.eventos.indexOf(theOne(conteudo, acao))}.${path}`, value),
  );

const ACT = 'SIGNATARIO_DELEGADO';
const CHANGE = 'SIGNATARIO_CORRIGIDO';

export const DELEGATIONS: readonly Kind[] = [
  changed('a person passed it on, and the trail has only what it changed', (conteudo) =>
    takeOut(conteudo, theOne(conteudo, ACT)),
  ),
  changed('a person passed it on, and the trail has not what it changed', (conteudo) =>
    takeOut(conteudo, theOne(conteudo, CHANGE)),
  ),
  changed('a person passed it on who had proved nothing', (conteudo) =>
    takeOut(conteudo, theOne(conteudo, 'FATOR_CUMPRIDO')),
  ),
  kind('a person passed it on who had proved one of the factors that were asked', { story: halfProved }),
  kind('a person passed it on who had proved what was asked before another was', { story: askedMore }),
  changed('what the person of before proved, for the one of after', (conteudo) => {
    const proofs = eventsOf(conteudo, 'FATOR_CUMPRIDO');
    takeOut(conteudo, proofs[1] as Event);
  }),
  told(ACT, 'tipoAtor', 'USUARIO'),
  told(ACT, 'ator', 'Outra Pessoa'),
  told(ACT, 'detalhe.signatarioId', '11111111-1111-4111-8111-111111111111'),
  told(ACT, 'detalhe.para.email', 'outra@exemplo.com.br'),
  told(ACT, 'detalhe.para.nome', 'Outra Pessoa'),
  told(ACT, 'detalhe.para', undefined),
  told(CHANGE, 'tipoAtor', 'USUARIO'),
  told(CHANGE, 'detalhe.anulado', undefined),
  told(CHANGE, 'detalhe.alteracoes.email.de', 'outra@exemplo.com.br'),
  told(CHANGE, 'detalhe.alteracoes.email.para', 'outra@exemplo.com.br'),
  told(CHANGE, 'detalhe.alteracoes.nome', undefined),
  changed('the summary names the person of before', ({ signatarios: [one] }) => {
    if (one) one.nome = 'Ana Reis Prado';
  }),
  kind('a correction of the sender that is said to be of the person', {
    story: rich,
    edit: (conteudo) => {
      theOne(conteudo, CHANGE).tipoAtor = 'SIGNATARIO';
    },
  }),
  kind('one that nobody passed on, said to be', {
    story: rich,
    edit: (conteudo) => {
      const change = theOne(conteudo, CHANGE);
      const act = { ...structuredClone(change), id: 'x', acao: ACT, tipoAtor: 'SIGNATARIO' };
      act.detalhe = { signatarioId: change.detalhe.signatarioId, para: { nome: 'Davi', email: 'davi@exemplo.com.br' } };
      conteudo.eventos.splice(conteudo.eventos.indexOf(change), 0, act);
    },
  }),
];
