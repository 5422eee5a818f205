export {
  createDownload,
  documentFileKey,
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
