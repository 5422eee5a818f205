import type { OperationId } from '@rubrica/contract';
import type { Textos } from '../texts/pt/organizacao.ts';

/** A screen of this part, with the operation a role has to reach for it. */
export interface Section {
  readonly to: string;
  readonly rotulo: (t: Textos) => string;
  readonly operacao: OperationId;
}

export const SECTIONS = [
  { to: '/organizacao', rotulo: (t) => t.sections.dados, operacao: 'obterOrganizacao' },
  { to: '/organizacao/marca', rotulo: (t) => t.sections.marca, operacao: 'obterOrganizacao' },
  { to: '/organizacao/modelos-email', rotulo: (t) => t.sections.modelosEmail, operacao: 'listarModelosEmail' },
  { to: '/organizacao/membros', rotulo: (t) => t.sections.membros, operacao: 'listarMembros' },
  { to: '/organizacao/consumo', rotulo: (t) => t.sections.consumo, operacao: 'obterConsumo' },
  { to: '/organizacao/extrato', rotulo: (t) => t.sections.extrato, operacao: 'listarExtrato' },
  { to: '/organizacao/plano', rotulo: (t) => t.sections.plano, operacao: 'obterPlano' },
  { to: '/organizacao/faturas', rotulo: (t) => t.sections.faturas, operacao: 'listarFaturas' },
  { to: '/organizacao/retencao', rotulo: (t) => t.sections.retencao, operacao: 'obterPoliticasRetencao' },
  // Who may only open a request has the form, without the list.
  { to: '/organizacao/titulares', rotulo: (t) => t.sections.dataSubjects, operacao: 'criarSolicitacaoLgpd' },
] as const satisfies readonly Section[];
