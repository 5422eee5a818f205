import type { OperationId } from '@rubrica/contract';
import type { NomeIcone } from '../partes/icone.tsx';
import type { Textos } from '../textos/pt/base.ts';

/** A screen named in the navigation and in the search. */
export interface Destino {
  readonly to: string;
  readonly icone: NomeIcone;
  readonly rotulo: (t: Textos) => string;
  /** Offered to roles that reach this operation; to everybody where there is none. */
  readonly operacao?: OperationId;
  /** Offered in this environment only. */
  readonly so?: 'TESTE' | 'PRODUCAO';
}

export const DESTINOS: readonly Destino[] = [
  { to: '/documentos', icone: 'documento', rotulo: (t) => t.navegacao.documentos, operacao: 'listarDocumentos' },
  { to: '/envelopes', icone: 'envelope', rotulo: (t) => t.navegacao.envelopes, operacao: 'listarEnvelopes' },
  { to: '/modelos', icone: 'modelo', rotulo: (t) => t.navegacao.modelos, operacao: 'listarModelos' },
  { to: '/integracao/chaves', icone: 'chave', rotulo: (t) => t.navegacao.chavesApi, operacao: 'listarChavesApi' },
  { to: '/integracao/webhooks', icone: 'ligacao', rotulo: (t) => t.navegacao.webhooks, operacao: 'listarWebhooks' },
  { to: '/integracao/uso', icone: 'grafico', rotulo: (t) => t.navegacao.usoApi, operacao: 'listarChamadas' },
  { to: '/caixa', icone: 'caixa', rotulo: (t) => t.navegacao.caixa, operacao: 'listarCaixa', so: 'TESTE' },
  { to: '/organizacao', icone: 'predio', rotulo: (t) => t.navegacao.organizacao, operacao: 'obterOrganizacao' },
];

/** Screens of the organization, which have a navigation of their own; named here for the search. */
export const DA_ORGANIZACAO: readonly Destino[] = [
  { to: '/organizacao/marca', icone: 'predio', rotulo: (t) => t.navegacao.marca, operacao: 'obterOrganizacao' },
  {
    to: '/organizacao/modelos-email',
    icone: 'envelope',
    rotulo: (t) => t.navegacao.modelosEmail,
    operacao: 'listarModelosEmail',
  },
  { to: '/organizacao/membros', icone: 'pessoa', rotulo: (t) => t.navegacao.membros, operacao: 'listarMembros' },
  { to: '/organizacao/consumo', icone: 'grafico', rotulo: (t) => t.navegacao.consumo, operacao: 'obterConsumo' },
  { to: '/organizacao/extrato', icone: 'grafico', rotulo: (t) => t.navegacao.extrato, operacao: 'listarExtrato' },
  { to: '/organizacao/plano', icone: 'predio', rotulo: (t) => t.navegacao.plano, operacao: 'obterPlano' },
  { to: '/organizacao/faturas', icone: 'documento', rotulo: (t) => t.navegacao.faturas, operacao: 'listarFaturas' },
  {
    to: '/organizacao/retencao',
    icone: 'relogio',
    rotulo: (t) => t.navegacao.retencao,
    operacao: 'obterPoliticasRetencao',
  },
  {
    to: '/organizacao/titulares',
    icone: 'escudo',
    rotulo: (t) => t.navegacao.titulares,
    operacao: 'criarSolicitacaoLgpd',
  },
];

/** The person's own account, reached from the menu of the account. */
export const DA_CONTA: readonly Destino[] = [
  { to: '/conta', icone: 'pessoa', rotulo: (t) => t.navegacao.conta },
  { to: '/conta/sessoes', icone: 'chave', rotulo: (t) => t.navegacao.sessoes },
];
