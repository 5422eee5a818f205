export {
  createDownload,
  fileKey,
  fileReply,
  findFile,
  insertFile,
  type NewFile,
  type StoredFile,
  spendDownload,
  withStoredUpload,
} from './arquivos.ts';
export { arquivosHandlers } from './routes.ts';
