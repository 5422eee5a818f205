import type { ChaveApi } from '@rubrica/contract';
import type { ChaveRow } from './store.ts';

/** A key as shown at any later time: never with its secret. */
export function presentChave(row: ChaveRow): ChaveApi {
  return {
    id: row.id,
    nome: row.nome,
    prefixo: row.prefixo,
    ambiente: row.ambiente,
    escopos: row.escopos,
    membroId: row.membro_id,
    criadaEm: row.criada_em.toISOString(),
    ultimoUsoEm: row.ultimo_uso_em?.toISOString() ?? null,
    ultimoIp: row.ultimo_ip,
    revogadaEm: row.revogada_em?.toISOString() ?? null,
  };
}
