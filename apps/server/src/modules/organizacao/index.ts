export {
  type ConviteRow,
  createInvitationTokens,
  createMemberInvitationSender,
  findInvitation,
  SEND_MEMBER_INVITATION,
  spendInvitation,
} from './membros-convites.ts';
export { type Pedido, refuseUnlessGoverning } from './membros-regras.ts';
export { type MembrosDeps, membrosHandlers } from './membros-routes.ts';
export { activateMembro } from './membros-store.ts';
export { desfazerEncerramento, type Encerramento, pedirEncerramento, transferirPropriedade } from './posse.ts';
export { presentOrganizacao } from './present.ts';
export { type OrganizacaoDeps, organizacaoHandlers } from './routes.ts';
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
