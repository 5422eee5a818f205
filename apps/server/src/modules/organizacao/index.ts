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
export { type Pedido, refuseUnlessGoverning } from './membros-regras.ts';
export { activateMembro } from './membros-store.ts';
export { desfazerEncerramento, type Encerramento, pedirEncerramento, transferirPropriedade } from './posse.ts';
export { presentOrganizacao } from './present.ts';
export {
  findOrganizacao,
  insertMembro,
  insertOrganizacao,
  lockOrganizacao,
  type MarcaGravada,
  type MembroRow,
  type OrganizacaoRow,
  touchMembroAtivo,
} from './store.ts';
export { closeOrganizacao } from './store-posse.ts';
