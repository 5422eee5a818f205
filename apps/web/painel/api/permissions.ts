import type { OperationId, Papel } from '@rubrica/contract';
import { MEMBER_ROLES } from '@rubrica/contract/enums';
import { roles } from '@rubrica/sdk/roles';

/** Roles by reach: the lower the number, the further it goes. */
const rank = (papel: Papel) => MEMBER_ROLES.indexOf(papel);

/** Whether a role reaches an operation, as the contract says: what it does not reach is not offered. */
export function isAllowed(papel: Papel, operacao: OperationId): boolean {
  const lowest = roles[operacao];
  return lowest === undefined || rank(papel) <= rank(lowest);
}

/** Who asks, and of whose making the thing is. */
export interface Whose {
  readonly papel: Papel;
  readonly membroId: string | null;
}

/** The same for a change to something somebody made: an OPERADOR changes only what it created itself. */
export function mayInOwn(
  { papel, membroId }: Whose,
  operacao: OperationId,
  { criadoPor }: { readonly criadoPor?: string | null },
): boolean {
  if (!isAllowed(papel, operacao)) return false;
  return papel !== 'OPERADOR' || criadoPor === undefined || criadoPor === membroId;
}
