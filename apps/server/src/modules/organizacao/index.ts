import { defineModule } from '../../core/module.ts';
import { jobs } from './jobs.ts';
import { type MembrosDeps, membrosHandlers } from './membros-routes.ts';
import { QUEUES } from './queues.ts';
import { type OrganizacaoDeps, organizacaoHandlers } from './routes.ts';

export const organizacao = defineModule({
  handlers: (deps: OrganizacaoDeps & MembrosDeps) => ({ ...organizacaoHandlers(deps), ...membrosHandlers(deps) }),
  queues: QUEUES,
  jobs,
});

export {
  type ConviteRow,
  createInvitationTokens,
  findInvitation,
  spendInvitation,
} from './membros-convites.ts';
export { type Caller, refuseUnlessGoverning } from './membros-rules.ts';
export { activateMembro } from './membros-store.ts';
export { type Closing, cancelClosing, requestClosing, transferOwnership } from './ownership.ts';
export { presentOrganizacao } from './present.ts';
export {
  findOrganizacao,
  insertMembro,
  insertOrganizacao,
  isBarred,
  isSuspended,
  lockOrganizacao,
  type MembroRow,
  type OrganizacaoRow,
  type StoredBrand,
  touchMembroAtivo,
} from './store.ts';
export { closeOrganizacao } from './store-ownership.ts';
