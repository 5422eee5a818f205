import type { Organizacao, OrganizacaoDoUsuario } from '@rubrica/contract';
import { planOf } from '../consumo/index.ts';
import type { OrganizacaoDoUsuarioRow, OrganizacaoRow } from './store.ts';

export function presentOrganizacao(row: OrganizacaoRow): Organizacao {
  return { ...presentListed(row), origensPermitidas: row.origens_permitidas };
}

/** The organization as it is listed: every property of `marca` is present, null if it was not set. */
function presentListed(row: Omit<OrganizacaoRow, 'origens_permitidas'>): Omit<Organizacao, 'origensPermitidas'> {
  const plano = planOf(row.plano_codigo);
  return {
    id: row.id,
    nome: row.nome,
    documento: row.documento,
    // While it is about to be closed it is shown as suspended.
    status: row.encerra_em === null ? row.status : 'SUSPENSA',
    encerraEm: row.encerra_em?.toISOString() ?? null,
    plano: { codigo: plano.codigo, nome: plano.nome },
    marca: {
      corPrimaria: row.marca.corPrimaria ?? null,
      logo: row.marca.logo ?? null,
      nomeRemetente: row.marca.nomeRemetente ?? null,
      emailResposta: row.marca.emailResposta ?? null,
      mensagemPadrao: row.marca.mensagemPadrao ?? null,
    },
    criadaEm: row.criada_em.toISOString(),
  };
}

/** An organization with the person's membership in it. */
export function presentOrganizacaoDoUsuario(row: OrganizacaoDoUsuarioRow): OrganizacaoDoUsuario {
  return { ...presentListed(row), membroId: row.membro_id, papel: row.papel };
}
