import type { Pasta } from '@rubrica/contract';
import type { PastaRow } from './store.ts';

export function presentPasta(row: PastaRow): Pasta {
  return {
    id: row.id,
    nome: row.nome,
    paiId: row.pai_id,
    quantidadeDocumentos: row.quantidade_documentos,
    criadaEm: row.criada_em.toISOString(),
  };
}
