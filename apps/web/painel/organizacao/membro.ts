import type { Membro, Papel } from '@rubrica/contract';
import { MEMBER_ROLES } from '@rubrica/contract/enums';

/** What may be done to a membership, by the rules the service holds. */

/** Who asks. */
export interface Who {
  readonly papel: Papel;
  readonly membroId: string | null;
  /** Whether the role reaches changes of members at all. */
  readonly changes: boolean;
}

export interface Reach {
  readonly resend: boolean;
  readonly cancelInvitation: boolean;
  /** The roles it may be given; empty where it stays what it is. */
  readonly papeis: readonly Papel[];
  readonly suspend: boolean;
  readonly reactivate: boolean;
  readonly remover: boolean;
  /** Why nothing is offered, where somebody would look for it. */
  readonly because: 'ultimo' | 'proprietario' | null;
}

const NOTHING: Reach = {
  resend: false,
  cancelInvitation: false,
  papeis: [],
  suspend: false,
  reactivate: false,
  remover: false,
  because: null,
};

const isActiveOwner = ({ papel, estado }: Membro) => papel === 'PROPRIETARIO' && estado === 'ATIVO';

/** Only an owner touches owners or makes one; the last active owner stays; whoever did not accept yet is only invited. */
export function reachOver(target: Membro, all: readonly Membro[], whom: Who): Reach {
  if (!whom.changes) return NOTHING;
  const owner = whom.papel === 'PROPRIETARIO';
  if (target.papel === 'PROPRIETARIO' && !owner) return { ...NOTHING, because: 'proprietario' };
  if (isActiveOwner(target) && !all.some((one) => one.id !== target.id && isActiveOwner(one))) {
    return { ...NOTHING, because: 'ultimo' };
  }
  const invited = target.estado === 'CONVIDADO';
  const self = target.id === whom.membroId;
  return {
    resend: invited,
    cancelInvitation: invited,
    papeis: MEMBER_ROLES.filter((papel) => papel !== 'PROPRIETARIO' || (owner && target.estado === 'ATIVO')),
    suspend: target.estado === 'ATIVO' && !self,
    reactivate: target.estado === 'SUSPENSO',
    remover: !invited,
    because: null,
  };
}

const ORDER = { ATIVO: 0, CONVIDADO: 1, SUSPENSO: 2 } as const;

/** Members by state, then role, then name. */
export const inOrder = (membros: readonly Membro[]): Membro[] =>
  membros.toSorted(
    (one, other) =>
      (ORDER[one.estado] ?? 3) - (ORDER[other.estado] ?? 3) ||
      MEMBER_ROLES.indexOf(one.papel) - MEMBER_ROLES.indexOf(other.papel) ||
      (one.nome ?? one.email).localeCompare(other.nome ?? other.email),
  );
