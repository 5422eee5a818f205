import type { Membro, Papel } from '@rubrica/contract';
import { PAPEIS } from '@rubrica/contract/enums';

/** What may be done to a membership, by the rules the service holds. */

/** Who asks. */
export interface Quem {
  readonly papel: Papel;
  readonly membroId: string | null;
  /** Whether the role reaches changes of members at all. */
  readonly altera: boolean;
}

export interface Alcance {
  readonly reenviar: boolean;
  readonly cancelarConvite: boolean;
  /** The roles it may be given; empty where it stays what it is. */
  readonly papeis: readonly Papel[];
  readonly suspender: boolean;
  readonly reativar: boolean;
  readonly remover: boolean;
  /** Why nothing is offered, where somebody would look for it. */
  readonly porque: 'ultimo' | 'proprietario' | null;
}

const NOTHING: Alcance = {
  reenviar: false,
  cancelarConvite: false,
  papeis: [],
  suspender: false,
  reativar: false,
  remover: false,
  porque: null,
};

const isActiveOwner = ({ papel, estado }: Membro) => papel === 'PROPRIETARIO' && estado === 'ATIVO';

/** Only an owner touches owners or makes one; the last active owner stays; whoever did not accept yet is only invited. */
export function alcanceSobre(alvo: Membro, todos: readonly Membro[], quem: Quem): Alcance {
  if (!quem.altera) return NOTHING;
  const owner = quem.papel === 'PROPRIETARIO';
  if (alvo.papel === 'PROPRIETARIO' && !owner) return { ...NOTHING, porque: 'proprietario' };
  if (isActiveOwner(alvo) && !todos.some((one) => one.id !== alvo.id && isActiveOwner(one))) {
    return { ...NOTHING, porque: 'ultimo' };
  }
  const invited = alvo.estado === 'CONVIDADO';
  const self = alvo.id === quem.membroId;
  return {
    reenviar: invited,
    cancelarConvite: invited,
    papeis: PAPEIS.filter((papel) => papel !== 'PROPRIETARIO' || (owner && alvo.estado === 'ATIVO')),
    suspender: alvo.estado === 'ATIVO' && !self,
    reativar: alvo.estado === 'SUSPENSO',
    remover: !invited,
    porque: null,
  };
}

const ORDER = { ATIVO: 0, CONVIDADO: 1, SUSPENSO: 2 } as const;

/** Members by state, then role, then name. */
export const emOrdem = (membros: readonly Membro[]): Membro[] =>
  membros.toSorted(
    (one, other) =>
      (ORDER[one.estado] ?? 3) - (ORDER[other.estado] ?? 3) ||
      PAPEIS.indexOf(one.papel) - PAPEIS.indexOf(other.papel) ||
      (one.nome ?? one.email).localeCompare(other.nome ?? other.email),
  );
