import { because, FILE_MAX_BYTES, rule } from '@rubrica/contract';
import type { Upload } from '../core/call.ts';
import { FileTooLarge, NotFetched, type RemoteFiles } from '../core/ports.ts';
import { invalid, Problem } from '../core/problem.ts';
import type { Scope } from '../core/scope.ts';
import { fileTooLarge, saveUpload } from './upload.ts';

const CAMPO = 'arquivo.url';

/**
 * Fetches the file that a body names by its URL, into temporary storage. To be called outside any transaction.
 * @throws 400 if the address is refused, 413 over 20 MB, 422 if what answers there, or does not, is no file
 */
export async function fetchUpload(files: RemoteFiles, url: string, scope: Scope, directory: string): Promise<Upload> {
  try {
    return await saveUpload(files.read(url, scope, FILE_MAX_BYTES), directory);
  } catch (error) {
    if (error instanceof FileTooLarge) throw fileTooLarge(CAMPO);
    if (!(error instanceof NotFetched)) throw error;
    const said = rule(error.redirected ? 'fileUrlRedirected' : 'fileUrl', because(error.rule));
    const erros = [{ campo: CAMPO, ...said }];
    throw error.of === 'address' ? invalid(erros) : new Problem('422 ENTRADA_INVALIDA', said, { erros });
  }
}
