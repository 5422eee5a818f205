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
  withPlacedUpload,
  withStoredUpload,
} from './arquivos.ts';
export { createPreviews, keyWithoutPreview, type Previews, previewKey } from './previa.ts';
export { arquivosHandlers } from './routes.ts';
