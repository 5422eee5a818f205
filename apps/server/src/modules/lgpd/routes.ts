import { OPEN_DATA_REQUEST_STATES } from '@rubrica/contract';
import type { MemberActor } from '../../core/actor.ts';
import type { Handlers } from '../../core/call.ts';
import type { Cursors } from '../../core/cursor.ts';
import { pageOf } from '../../core/page.ts';
import type { FileStore } from '../../core/ports.ts';
import { refuseInvalid } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';
import { findExport, readExport } from './export.ts';
import { limparSandbox } from './limpar.ts';
import { type Caller, definirPoliticas, lerPoliticas } from './politicas.ts';
import { presentSolicitacao } from './present.ts';
import { decisaoProblems } from './rules.ts';
import { criarSolicitacao, decidirSolicitacao } from './solicitacoes.ts';
import { countSolicitacoes, listSolicitacoes } from './store.ts';

export interface LgpdDeps {
  readonly cursors: Cursors;
  readonly files: FileStore;
  /** `{base_url}` of a scope's environment, for `Location`. */
  readonly baseUrlOf: (scope: Scope) => string;
}

type Operations =
  | 'obterPoliticasRetencao'
  | 'definirPoliticasRetencao'
  | 'listarSolicitacoesLgpd'
  | 'criarSolicitacaoLgpd'
  | 'decidirSolicitacaoLgpd'
  | 'obterArquivoSolicitacaoLgpd'
  | 'limparSandbox';

/** Retention periods, requests of data subjects, and the end of test data. */
export function lgpdHandlers(deps: LgpdDeps): Handlers<Operations> {
  return {
    obterPoliticasRetencao: (call) => call.read(async (tx) => ({ body: await lerPoliticas(tx) })),

    definirPoliticasRetencao: (call) =>
      call.write(async (tx) => ({ body: await definirPoliticas(tx, callerOf(call), call.body) })),

    listarSolicitacoesLgpd: (call) =>
      call.read(async (tx) => {
        const { estado } = call.query;
        const states = estado === undefined ? OPEN_DATA_REQUEST_STATES : [estado];
        const filters = { operacao: 'solicitacoes-lgpd', ...tx.scope, estados: states };
        const body = await pageOf(deps.cursors, tx.now, call.query, filters, {
          page: (after, limit) => listSolicitacoes(tx, states, after, limit),
          total: () => countSolicitacoes(tx, states),
          key: (row) => [row.lugar, row.id],
          present: (row) => presentSolicitacao(row, tx.now),
        });
        return { body };
      }),

    criarSolicitacaoLgpd: (call) =>
      call.write(async (tx) => {
        const row = await criarSolicitacao(tx, callerOf(call), call.body);
        const location = `${deps.baseUrlOf(tx.scope)}/lgpd/solicitacoes/${row.id}`;
        return { body: presentSolicitacao(row, tx.now), headers: { location } };
      }),

    decidirSolicitacaoLgpd: (call) =>
      call.write(async (tx) => {
        refuseInvalid(decisaoProblems(call.body));
        const { solicitacaoId } = call.params;
        const row = await decidirSolicitacao(tx, callerOf(call), solicitacaoId, call.body, () => call.authorize());
        return { body: presentSolicitacao(row, tx.now) };
      }),

    limparSandbox: (call) => call.write(async (tx) => ({ body: await limparSandbox(tx) })),

    obterArquivoSolicitacaoLgpd: async (call) => {
      const file = await call.read((tx) => findExport(tx, call.params.solicitacaoId, () => call.authorize()));
      return { body: await readExport(deps.files, file) };
    },
  };
}

function callerOf(call: { actor: MemberActor; requestId: string; source: { ip: string } }): Caller {
  return { actor: call.actor, requestId: call.requestId, ip: call.source.ip };
}
