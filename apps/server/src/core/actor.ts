import type { Ambiente, EscopoChave, OrigemEndereco, Papel, TipoAtor } from '@rubrica/contract';
import type { Geolocation } from './ports.ts';

/** Where a request came from, as far as known. */
export interface Source {
  readonly ip: string;
  readonly porta: number | null;
  /** Whether the address is the socket's own or was reported by a trusted proxy. */
  readonly origem: OrigemEndereco;
  readonly agenteUsuario: string | null;
  readonly geolocalizacao: Geolocation | null;
}

/** A member of the organization, calling with an API key or a panel session. */
export interface MemberActor {
  readonly tipo: Extract<TipoAtor, 'USUARIO' | 'CHAVE_API'>;
  /** The key or the session. */
  readonly credencialId: string;
  /** How the trail names the actor: the person, or the key by its name and prefix. */
  readonly nome: string;
  readonly membroId: string;
  readonly usuarioId: string;
  readonly papel: Papel;
  /** null means every scope (panel session). */
  readonly escopos: readonly EscopoChave[] | null;
  /** It is the field editor inside another page; absent for any other caller. */
  readonly edits?: true;
}

export interface SignerActor {
  readonly tipo: Extract<TipoAtor, 'SIGNATARIO'>;
  readonly linkId: string;
  readonly nome: string;
}

export interface SystemActor {
  readonly tipo: Extract<TipoAtor, 'SISTEMA'>;
  readonly nome: string;
}

export type Actor = MemberActor | SignerActor | SystemActor;

/** Whether it is the field editor inside another page, whose person is nobody of the organization's. */
export const isEditor = (actor: Actor): boolean => 'edits' in actor && actor.edits === true;

/** What such an editor reads and writes of its draft; whoever asks for one has all of it. */
export const EDITING_SCOPES: readonly EscopoChave[] = [
  'documentos:ler',
  'documentos:escrever',
  'signatarios:ler',
  'signatarios:escrever',
  'arquivos:ler',
];

export const SYSTEM: SystemActor = { tipo: 'SISTEMA', nome: 'Rubrica' };

/** Who did it, and from where; actions of the system have no source. */
export interface Origin {
  readonly actor: Actor;
  readonly source: Source | null;
}

export const BY_SYSTEM: Origin = { actor: SYSTEM, source: null };

export type { Ambiente };
