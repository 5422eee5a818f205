import type { Static } from 'typebox';
import { HOME_LIST_MAX } from '../limits.ts';
import { DocumentoResumo } from './documento.ts';
import { exampleOf, listOf, named } from './kit.ts';

const some = (description: string) => listOf(DocumentoResumo, { maxItems: HOME_LIST_MAX, description });

export const Inicio = named(
  'Inicio',
  {
    paraAssinar: some(
      'Os que esperam pela assinatura de quem pergunta, pelo e-mail da conta: o mais recente primeiro.',
    ),
    naoEntregues: some('Em andamento, com um convite que não chegou: o convidado por último primeiro.'),
    aVencer: some('Em andamento, cujo prazo ou expiração é nos próximos sete dias: o que vence antes primeiro.'),
    recusados: some('Recusados nos últimos trinta dias, o mais recente primeiro.'),
    concluidos: some('Concluídos nos últimos trinta dias, o mais recente primeiro.'),
    rascunhos: some('Dos rascunhos mais novos da organização, os de quem pergunta.'),
  },
  {
    description: `O que espera por alguém e o que mudou, até ${HOME_LIST_MAX} documentos em cada lista, sem contar os demais.`,
    examples: [
      {
        paraAssinar: [],
        naoEntregues: [],
        aVencer: [exampleOf(DocumentoResumo)],
        recusados: [],
        concluidos: [],
        rascunhos: [],
      },
    ],
  },
);
export type Inicio = Static<typeof Inicio>;
