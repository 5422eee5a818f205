import type { OperationId } from '@rubrica/contract';
import type { IconName } from '../parts/icon.tsx';
import type { Textos } from '../texts/pt/base.ts';

/** A screen named in the navigation and in the search. */
export interface Destino {
  readonly to: string;
  readonly iconName: IconName;
  readonly rotulo: (t: Textos) => string;
  /** Offered to roles that reach this operation; to everybody where there is none. */
  readonly operacao?: OperationId;
  /** Offered in this environment only. */
  readonly so?: 'TESTE' | 'PRODUCAO';
}

export const TARGETS: readonly Destino[] = [
  { to: '/documentos', iconName: 'documento', rotulo: (t) => t.navigation.documentos, operacao: 'listarDocumentos' },
  { to: '/envelopes', iconName: 'envelope', rotulo: (t) => t.navigation.envelopes, operacao: 'listarEnvelopes' },
  { to: '/modelos', iconName: 'modelo', rotulo: (t) => t.navigation.modelos, operacao: 'listarModelos' },
  { to: '/integracao/chaves', iconName: 'chave', rotulo: (t) => t.navigation.chavesApi, operacao: 'listarChavesApi' },
  { to: '/integracao/webhooks', iconName: 'chain', rotulo: (t) => t.navigation.webhooks, operacao: 'listarWebhooks' },
  { to: '/integracao/uso', iconName: 'chart', rotulo: (t) => t.navigation.usoApi, operacao: 'listarChamadas' },
  { to: '/caixa', iconName: 'caixa', rotulo: (t) => t.navigation.caixa, operacao: 'listarCaixa', so: 'TESTE' },
  { to: '/organizacao', iconName: 'building', rotulo: (t) => t.navigation.organizacao, operacao: 'obterOrganizacao' },
];

/** Screens of the organization, which have a navigation of their own; named here for the search. */
export const DA_ORGANIZACAO: readonly Destino[] = [
  { to: '/organizacao/marca', iconName: 'building', rotulo: (t) => t.navigation.marca, operacao: 'obterOrganizacao' },
  {
    to: '/organizacao/modelos-email',
    iconName: 'envelope',
    rotulo: (t) => t.navigation.modelosEmail,
    operacao: 'listarModelosEmail',
  },
  { to: '/organizacao/membros', iconName: 'person', rotulo: (t) => t.navigation.membros, operacao: 'listarMembros' },
  { to: '/organizacao/consumo', iconName: 'chart', rotulo: (t) => t.navigation.consumo, operacao: 'obterConsumo' },
  { to: '/organizacao/extrato', iconName: 'chart', rotulo: (t) => t.navigation.extrato, operacao: 'listarExtrato' },
  { to: '/organizacao/plano', iconName: 'building', rotulo: (t) => t.navigation.plano, operacao: 'obterPlano' },
  { to: '/organizacao/faturas', iconName: 'documento', rotulo: (t) => t.navigation.faturas, operacao: 'listarFaturas' },
  {
    to: '/organizacao/retencao',
    iconName: 'clock',
    rotulo: (t) => t.navigation.retencao,
    operacao: 'obterPoliticasRetencao',
  },
  {
    to: '/organizacao/titulares',
    iconName: 'shield',
    rotulo: (t) => t.navigation.dataSubjects,
    operacao: 'criarSolicitacaoLgpd',
  },
];

/** The person's own account, reached from the menu of the account. */
export const OF_THE_ACCOUNT: readonly Destino[] = [
  { to: '/conta', iconName: 'person', rotulo: (t) => t.navigation.account },
  { to: '/conta/sessoes', iconName: 'chave', rotulo: (t) => t.navigation.sessoes },
];
