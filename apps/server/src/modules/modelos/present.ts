import type { Modelo } from '@rubrica/contract';
import type { ModeloRow } from './store.ts';

export function presentModelo(row: ModeloRow): Modelo {
  return {
    id: row.id,
    nome: row.nome,
    descricao: row.descricao,
    escopo: row.escopo,
    paginas: row.paginas,
    vezesUsado: row.vezes_usado,
    variaveis: row.variaveis,
    papeis: row.papeis,
    campos: row.campos,
    criadoPor: row.criado_por,
    criadoEm: row.criado_em.toISOString(),
  };
}
