import type { Organizacao, OrganizacaoDoUsuario } from '@rubrica/contract';
import { planOf } from '../consumo/index.ts';
import type { OrganizacaoDoUsuarioRow, OrganizacaoRow } from './store.ts';

/** The organization as the contract shows it: every member of `marca` is there, null where nothing was set. */
export function presentOrganizacao(row: OrganizacaoRow): Organizacao {
  const plano = planOf(row.plano_codigo);
  return {
    id: row.id,
    nome: row.nome,
    documento: row.documento,
    // While it is to be closed it stands as a suspended one.
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

/** An organization with the place its person has in it. */
export function presentOrganizacaoDoUsuario(row: OrganizacaoDoUsuarioRow): OrganizacaoDoUsuario {
  return { ...presentOrganizacao(row), membroId: row.membro_id, papel: row.papel };
}
