import type { Handlers } from '../../core/call.ts';
import type { FileStore } from '../../core/ports.ts';
import type { Database } from '../../core/sql.ts';
import { fileReply, spendDownload } from './arquivos.ts';

export function arquivosHandlers(deps: { db: Database; files: FileStore }): Handlers<'baixar'> {
  return {
    baixar: async (call) => {
      const { file, name } = await spendDownload(deps.db, call.params.token);
      return fileReply(deps.files, file, name);
    },
  };
}
