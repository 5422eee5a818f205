import type { Ambiente, OperationId } from '@rubrica/contract';
import type { IconName } from '../parts/icon.tsx';
import type { Textos } from '../texts/pt/base.ts';

/** A screen named in the navigation and in the palette. */
export interface Target {
  readonly to: string;
  readonly iconName: IconName;
  readonly rotulo: (t: Textos) => string;
  /** Offered to roles that reach this operation; to everybody where there is none. */
  readonly operacao?: OperationId;
  /** Offered in this environment only. */
  readonly so?: Ambiente;
}

/** Targets under a heading. */
export interface Group {
  readonly rotulo: (t: Textos) => string;
  readonly targets: readonly Target[];
}

/** What one works with from day to day, at the top of the navigation. */
export const DAILY: readonly Target[] = [
  { to: '/inicio', iconName: 'home', rotulo: (t) => t.navigation.home, operacao: 'obterInicio' },
  { to: '/documentos', iconName: 'documento', rotulo: (t) => t.navigation.documentos, operacao: 'listarDocumentos' },
  { to: '/envelopes', iconName: 'envelope', rotulo: (t) => t.navigation.envelopes, operacao: 'listarEnvelopes' },
  { to: '/modelos', iconName: 'modelo', rotulo: (t) => t.navigation.modelos, operacao: 'listarModelos' },
  { to: '/contatos', iconName: 'person', rotulo: (t) => t.navigation.contatos, operacao: 'listarClientes' },
  { to: '/organizacao', iconName: 'building', rotulo: (t) => t.navigation.organizacao, operacao: 'obterOrganizacao' },
];

/** What whoever programs needs, apart from the rest. */
export const DEVELOPER: Group = {
  rotulo: (t) => t.navigation.groups.developer,
  targets: [
    { to: '/integracao/chaves', iconName: 'key', rotulo: (t) => t.navigation.chavesApi, operacao: 'listarChavesApi' },
    { to: '/integracao/webhooks', iconName: 'chain', rotulo: (t) => t.navigation.webhooks, operacao: 'listarWebhooks' },
    {
      to: '/integracao/incorporacao',
      iconName: 'frame',
      rotulo: (t) => t.navigation.embedding,
      operacao: 'alterarOrganizacao',
    },
    { to: '/integracao/uso', iconName: 'chart', rotulo: (t) => t.navigation.usoApi, operacao: 'listarChamadas' },
    {
      to: '/integracao/linha',
      iconName: 'clock',
      rotulo: (t) => t.navigation.linha,
      operacao: 'listarChamadas',
      so: 'TESTE',
    },
    { to: '/caixa', iconName: 'inbox', rotulo: (t) => t.navigation.caixa, operacao: 'listarCaixa', so: 'TESTE' },
  ],
};

/** Screens of the organization, listed below it while one is in it. */
export const OF_THE_ORGANIZATION: readonly Group[] = [
  {
    rotulo: (t) => t.navigation.groups.company,
    targets: [
      { to: '/organizacao', iconName: 'building', rotulo: (t) => t.navigation.dados, operacao: 'obterOrganizacao' },
      { to: '/organizacao/marca', iconName: 'edit', rotulo: (t) => t.navigation.marca, operacao: 'obterOrganizacao' },
      {
        to: '/organizacao/modelos-email',
        iconName: 'envelope',
        rotulo: (t) => t.navigation.modelosEmail,
        operacao: 'listarModelosEmail',
      },
    ],
  },
  {
    rotulo: (t) => t.navigation.groups.people,
    targets: [
      {
        to: '/organizacao/membros',
        iconName: 'person',
        rotulo: (t) => t.navigation.membros,
        operacao: 'listarMembros',
      },
    ],
  },
  {
    rotulo: (t) => t.navigation.groups.billing,
    targets: [
      { to: '/organizacao/consumo', iconName: 'chart', rotulo: (t) => t.navigation.consumo, operacao: 'obterConsumo' },
      { to: '/organizacao/extrato', iconName: 'table', rotulo: (t) => t.navigation.extrato, operacao: 'listarExtrato' },
      { to: '/organizacao/plano', iconName: 'tick', rotulo: (t) => t.navigation.plano, operacao: 'obterPlano' },
      {
        to: '/organizacao/faturas',
        iconName: 'documento',
        rotulo: (t) => t.navigation.faturas,
        operacao: 'listarFaturas',
      },
    ],
  },
  {
    rotulo: (t) => t.navigation.groups.privacy,
    targets: [
      {
        to: '/organizacao/retencao',
        iconName: 'clock',
        rotulo: (t) => t.navigation.retencao,
        operacao: 'obterPoliticasRetencao',
      },
      // Who may only open a request has the form, without the list.
      {
        to: '/organizacao/titulares',
        iconName: 'shield',
        rotulo: (t) => t.navigation.dataSubjects,
        operacao: 'criarSolicitacaoLgpd',
      },
    ],
  },
];

/** The person's own account, reached from the menu of the account. */
export const OF_THE_ACCOUNT: readonly Target[] = [
  { to: '/conta', iconName: 'person', rotulo: (t) => t.navigation.account },
  { to: '/conta/sessoes', iconName: 'key', rotulo: (t) => t.navigation.sessoes },
];

/** Whom a target is offered to. */
export interface Reach {
  readonly ambiente: Ambiente;
  readonly isAllowed: (operacao: OperationId) => boolean;
}

/** Whether a target is offered to somebody in an environment. */
export const isOffered = ({ operacao, so }: Target, { ambiente, isAllowed }: Reach): boolean =>
  (operacao === undefined || isAllowed(operacao)) && (so === undefined || so === ambiente);
