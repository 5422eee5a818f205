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
  { to: '/integracao/chaves', icone: 'chave', rotulo: (t) => t.navegacao.chavesApi, operacao: 'listarChavesApi' },
  { to: '/integracao/webhooks', icone: 'ligacao', rotulo: (t) => t.navegacao.webhooks, operacao: 'listarWebhooks' },
  { to: '/integracao/uso', icone: 'grafico', rotulo: (t) => t.navegacao.usoApi, operacao: 'listarExtrato' },
  { to: '/caixa', icone: 'caixa', rotulo: (t) => t.navegacao.caixa, operacao: 'listarCaixa', so: 'TESTE' },
];

/** The person's own account, reached from the menu of the account. */
export const DA_CONTA: readonly Destino[] = [
  { to: '/conta', icone: 'pessoa', rotulo: (t) => t.navegacao.conta },
  { to: '/conta/sessoes', icone: 'chave', rotulo: (t) => t.navegacao.sessoes },
];
