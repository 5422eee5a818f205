import { OPEN_DATA_REQUEST_STATES, type SolicitacaoLgpd } from '@rubrica/contract';
import type { SolicitacaoRow } from './store.ts';

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** Still owed an answer. */
export const isOpen = ({ estado }: Pick<SolicitacaoRow, 'estado'>) => OPEN_DATA_REQUEST_STATES.includes(estado);

export function presentSolicitacao(row: SolicitacaoRow, now: Date): SolicitacaoLgpd {
  return {
    id: row.id,
    tipo: row.tipo,
    estado: row.estado,
    titular: { nome: row.titular_nome, email: row.titular_email, cpf: row.titular_cpf },
    descricao: row.descricao,
    prazoLegalEm: row.prazo_legal_em.toISOString(),
    vencida: isOpen(row) && row.prazo_legal_em <= now,
    carenciaAte: iso(row.carencia_ate),
    confirmadaEm: iso(row.confirmada_em),
    criadaEm: row.criada_em.toISOString(),
    encerradaEm: iso(row.encerrada_em),
    motivoRecusa: row.motivo_recusa,
    arquivoDisponivelAte: row.arquivo_id === null ? null : iso(row.arquivo_expira_em),
    resultado: row.resultado,
  };
}
