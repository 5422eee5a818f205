import { EMAIL_VARIABLES, type ModeloEmail } from '@rubrica/contract';
import type { ModeloEmailRow } from './store.ts';

export function presentModeloEmail(row: ModeloEmailRow): ModeloEmail {
  return {
    id: row.id,
    nome: row.nome,
    assunto: row.assunto,
    corpo: row.corpo,
    variaveis: [...EMAIL_VARIABLES],
    criadoPor: row.criado_por,
    criadoEm: row.criado_em.toISOString(),
  };
}
