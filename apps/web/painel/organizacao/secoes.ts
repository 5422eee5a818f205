import type { OperationId } from '@rubrica/contract';
import type { Textos } from '../textos/pt/organizacao.ts';

/** A screen of this part, with the operation a role has to reach for it. */
export interface Secao {
  readonly to: string;
  readonly rotulo: (t: Textos) => string;
  readonly operacao: OperationId;
}

export const SECOES = [
  { to: '/organizacao', rotulo: (t) => t.secoes.dados, operacao: 'obterOrganizacao' },
  { to: '/organizacao/marca', rotulo: (t) => t.secoes.marca, operacao: 'obterOrganizacao' },
  { to: '/organizacao/modelos-email', rotulo: (t) => t.secoes.modelosEmail, operacao: 'listarModelosEmail' },
  { to: '/organizacao/membros', rotulo: (t) => t.secoes.membros, operacao: 'listarMembros' },
  { to: '/organizacao/consumo', rotulo: (t) => t.secoes.consumo, operacao: 'obterConsumo' },
  { to: '/organizacao/extrato', rotulo: (t) => t.secoes.extrato, operacao: 'listarExtrato' },
  { to: '/organizacao/plano', rotulo: (t) => t.secoes.plano, operacao: 'obterPlano' },
  { to: '/organizacao/faturas', rotulo: (t) => t.secoes.faturas, operacao: 'listarFaturas' },
  { to: '/organizacao/retencao', rotulo: (t) => t.secoes.retencao, operacao: 'obterPoliticasRetencao' },
  // Who may only open a request has the form, without the list.
  { to: '/organizacao/titulares', rotulo: (t) => t.secoes.titulares, operacao: 'criarSolicitacaoLgpd' },
] as const satisfies readonly Secao[];
