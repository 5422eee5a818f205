import type { OperationId, OrganizacaoDoUsuario, Usuario } from '@rubrica/contract';
import { createContext, useContext, useMemo } from 'react';
import type { Panel } from './api/panel.ts';
import { isAllowed, mayInOwn } from './api/permissions.ts';

const PanelContext = createContext<Panel | null>(null);
export const PanelProvider = PanelContext.Provider;

/** The API, the session and the environment. Available on every screen, including those for signing in. */
export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (!panel) throw new Error('outside of the panel');
  return panel;
}

/** Who is at work, and where. */
export interface Member {
  readonly usuario: Usuario;
  /** The organization of the session, with the person's role and membership in it. */
  readonly organizacao: OrganizacaoDoUsuario;
  /** Every organization of the person. */
  readonly organizacoes: readonly OrganizacaoDoUsuario[];
}

const MemberContext = createContext<Member | null>(null);
export const MemberProvider = MemberContext.Provider;

/** Who is at work; on screens inside of the frame. */
export function useMember(): Member {
  const member = useContext(MemberContext);
  if (!member) throw new Error('nobody has entered');
  return member;
}

/** Whether somebody has entered whose role reaches an operation; before signing in, nobody has. */
export function useReach(operacao: OperationId): boolean {
  const member = useContext(MemberContext);
  return member !== null && isAllowed(member.organizacao.papel, operacao);
}

/** Asks whether the person's role reaches an operation: what it does not reach is not offered. */
export function useIsAllowed() {
  const { papel, membroId } = useMember().organizacao;
  return useMemo(
    () => ({
      /** By the role alone. */
      isAllowed: (operacao: OperationId) => isAllowed(papel, operacao),
      /** A change to something somebody made: an OPERADOR changes only its own. */
      mayIn: (operacao: OperationId, thing: { readonly criadoPor?: string | null }) =>
        mayInOwn({ papel, membroId }, operacao, thing),
    }),
    [papel, membroId],
  );
}
