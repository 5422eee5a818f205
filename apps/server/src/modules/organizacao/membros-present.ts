import type { Membro } from '@rubrica/contract';
import type { MembershipRow } from './membros-store.ts';

export function presentMembro(row: MembershipRow): Membro {
  return {
    id: row.id,
    nome: row.nome,
    email: row.email,
    papel: row.papel,
    estado: row.estado,
    ultimoAcessoEm: row.ultimo_acesso_em?.toISOString() ?? null,
    criadoEm: row.criado_em.toISOString(),
  };
}
