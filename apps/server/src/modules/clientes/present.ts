import type { Cliente } from '@rubrica/contract';
import type { ClienteRow } from './store.ts';

export function presentCliente(row: ClienteRow): Cliente {
  return {
    id: row.id,
    nome: row.nome,
    email: row.email,
    telefone: row.telefone,
    cpf: row.cpf,
    dataNascimento: row.data_nascimento,
    referenciaExterna: row.referencia_externa,
    metadados: row.metadados,
    criadoEm: row.criado_em.toISOString(),
    usadoEm: row.usado_em?.toISOString() ?? null,
  };
}
