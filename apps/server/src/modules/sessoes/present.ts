import {
  type Conta,
  type Idioma,
  type OptionalNotice,
  SESSION_IDLE_MS,
  type Sessao,
  type Tema,
  type Usuario,
} from '@rubrica/contract';
import type { Geolocation } from '../../core/ports.ts';
import type { SessaoRow, UsuarioRow } from './store.ts';
import type { OwnAccountRow } from './store-account.ts';

/** A session as shown to its owner; `expiraEm` is when it ends if it is not used again. */
export function presentSessao(row: SessaoRow, currentId: string, place: Geolocation | null): Sessao {
  const idleEnd = row.usada_em.getTime() + SESSION_IDLE_MS;
  return {
    id: row.id,
    criadaEm: row.criada_em.toISOString(),
    ultimoUsoEm: row.usada_em.toISOString(),
    expiraEm: new Date(Math.min(idleEnd, row.expira_em.getTime())).toISOString(),
    ip: row.ip,
    agenteUsuario: row.agente_usuario,
    geolocalizacao: place,
    atual: row.id === currentId,
  };
}

export function presentUsuario(row: UsuarioRow): Usuario {
  return {
    id: row.id,
    nome: row.nome,
    email: row.email,
    segundoFator: row.segundo_fator,
    emailConfirmadoEm: row.email_confirmado_em?.toISOString() ?? null,
    idioma: row.idioma as Idioma | null,
    tema: row.tema as Tema,
  };
}

/** The account as its owner sees it. @param emailPendente the address that waits to be confirmed */
export function presentConta(row: OwnAccountRow, emailPendente: string | null): Conta {
  const wanted = (notice: OptionalNotice) => !row.avisos_recusados.includes(notice);
  return {
    ...presentUsuario(row),
    avisos: {
      documentoConcluido: wanted('documentoConcluido'),
      documentoNaoConcluido: wanted('documentoNaoConcluido'),
      assinaturaDelegada: wanted('assinaturaDelegada'),
      linkPublicoParado: wanted('linkPublicoParado'),
      webhookDesativado: wanted('webhookDesativado'),
      registroAberto: wanted('registroAberto'),
    },
    emailPendente,
  };
}
