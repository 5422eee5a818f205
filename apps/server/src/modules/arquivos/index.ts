export {
  contentOfFiles,
  createDownload,
  documentFileKey,
  fileKey,
  fileReply,
  findFile,
  insertFile,
  type NewFile,
  nameFiles,
  type StoredFile,
  spendDownload,
  withPlacedUpload,
  withStoredUpload,
} from './arquivos.ts';
export { keyOfOrigin, withDerivedKeys } from './derivados.ts';
export { createPreviews, type Previews } from './previa.ts';
export { arquivosHandlers } from './routes.ts';
export { createInkMaps, type InkMaps, MAP_INK } from './tinta.ts';
