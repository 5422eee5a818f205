import { defineModule } from '../../core/module.ts';
import { arquivosHandlers } from './routes.ts';
import { sweeps } from './sweeps.ts';

export const arquivos = defineModule({ handlers: arquivosHandlers, sweeps });

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
export { withCopy } from './copy.ts';
export { createDerivedFiles, withDerivedKeys } from './derived-files.ts';
export { createInkMaps, type InkMaps } from './ink.ts';
export { createPictures, type Pictures } from './pictures.ts';
export { createPreviews, type Previews } from './preview.ts';
export { asReceived, withReceived } from './stored-stream.ts';
