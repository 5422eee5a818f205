import { CALLS_KEPT_MAX, type Chamada } from '@rubrica/contract';
import type { Handlers } from '../../core/call.ts';
import type { Cursors } from '../../core/cursor.ts';
import { pageOf } from '../../core/page.ts';
import type { CallRecorder } from './recorder.ts';
import { type ChamadaRow, countChamadas, daysServed, listChamadas } from './store.ts';

export interface ChamadasDeps {
  readonly cursors: Cursors;
  readonly calls: CallRecorder;
}

/** The organization's recent calls. This process's unwritten calls are flushed first. */
export function chamadasHandlers(deps: ChamadasDeps): Handlers<'listarChamadas'> {
  return {
    listarChamadas: async (call) => {
      await deps.calls.flush();
      return call.read(async (tx) => {
        const { organizacaoId, ambiente } = tx.scope;
        const { limite, cursor, ...wanted } = call.query;
        const filters = { listagem: 'chamadas', organizacaoId, ambiente, ...wanted };
        const dias = await daysServed(tx);
        const page = await pageOf(deps.cursors, tx.realNow, { limite, cursor }, filters, {
          page: (after, limit) => listChamadas(tx, dias, wanted, after, limit),
          total: () => countChamadas(tx, dias, wanted),
          key: (row) => [row.ocorrido_em.toISOString(), row.requisicao_id],
          present: presentChamada,
        });
        return { body: { ...page, guarda: { dias, quantidade: CALLS_KEPT_MAX } } };
      });
    },
  };
}

function presentChamada(row: ChamadaRow): Chamada {
  return {
    requestId: row.requisicao_id,
    ocorridoEm: row.ocorrido_em.toISOString(),
    metodo: row.metodo,
    rota: row.rota,
    operacao: row.operacao,
    status: row.status,
    codigo: row.codigo,
    duracaoMs: row.duracao_ms,
    tipoAtor: row.tipo_ator,
    ator: row.ator,
    credencialId: row.credencial_id,
    ip: row.ip,
  };
}
