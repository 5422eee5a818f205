export { presentOrganizacao } from './present.ts';
export { organizacaoHandlers } from './routes.ts';
export {
  findOrganizacao,
  insertMembro,
  insertOrganizacao,
  type MarcaGravada,
  type MembroRow,
  type OrganizacaoRow,
  touchMembroAtivo,
} from './store.ts';
