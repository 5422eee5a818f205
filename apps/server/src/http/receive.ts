import type { Readable } from 'node:stream';
import type { Multipart } from '@fastify/multipart';
import { FILE_MAX_BYTES, type Rule, rule } from '@rubrica/contract';
import type { FastifyRequest } from 'fastify';
import type { Upload } from '../core/call.ts';
import { FileTooLarge } from '../core/ports.ts';
import { invalid, Problem } from '../core/problem.ts';
import { decodeUtf8, printable, readJson } from './json.ts';
import { discardTenantPart, isTenantName } from './tenant-guard.ts';
import { discardUpload, drain, fileTooLarge, saveUpload } from './upload.ts';

/** The JSON of a document with 50 signers and 500 fields stays far below this. */
const DADOS_MAX_BYTES = 1024 * 1024;

export interface Received {
  readonly upload: Upload;
  readonly dados: unknown;
}

/**
 * Streams a multipart request: the file into temporary storage, hashed as it arrives, and the JSON part into a value. A
 * missing, repeated, unknown or truncated part leaves nothing behind. Parts that name an organization are dropped.
 * @param discarded where the names of the dropped parts go
 * @throws 400, 413 (over 20 MB) or 415 (not multipart)
 */
export async function receiveMultipart(
  request: FastifyRequest,
  directory: string,
  withDados: boolean,
  discarded: string[],
): Promise<Received> {
  if (!request.isMultipart()) {
    throw new Problem('415 ENTRADA_INVALIDA', rule('multipartNeeded'), {
      erros: [{ campo: 'header.content-type', ...rule('useMultipart') }],
    });
  }
  let upload: Upload | undefined;
  let dados: string | undefined;
  try {
    const limits = { fileSize: FILE_MAX_BYTES, parts: 6 };
    for await (const part of request.parts({ limits, isPartAFile } as Parameters<typeof request.parts>[0])) {
      if (part.fieldname === 'arquivo' && part.type === 'file') {
        if (upload) throw invalid([{ campo: 'arquivo', ...rule('partTwice', { parte: 'arquivo' }) }]);
        upload = await saveUpload(whole(part.file), directory);
      } else if (part.fieldname === 'dados' && part.type === 'file' && withDados) {
        if (dados !== undefined) throw invalid([{ campo: 'dados', ...rule('partTwice', { parte: 'dados' }) }]);
        dados = await readDados(part);
      } else if (part.type === 'file' && isTenantName(part.fieldname)) {
        discardTenantPart(part, discarded);
      } else {
        throw invalid([{ campo: printable(part.fieldname) || 'corpo', ...partProblem(part, withDados) }]);
      }
    }
    const missing = [
      ...(upload ? [] : [{ campo: 'arquivo', ...rule('filePartMissing') }]),
      ...(dados === undefined && withDados ? [{ campo: 'dados', ...rule('dataPartMissing') }] : []),
    ];
    if (missing.length > 0) throw invalid(missing);
    return { upload: upload as Upload, dados: dados === undefined ? undefined : readJson(dados, 'dados') };
  } catch (error) {
    drain(request.raw);
    if (upload) await discardUpload(upload);
    throw unreadable(error);
  }
}

/**
 * JSON is read as bytes, whatever its part's content type, and so is what is dropped: the multipart reader has its own
 * rules for text.
 */
const isPartAFile = (name = '', type: string | undefined, fileName: string | undefined) =>
  fileName !== undefined || type === 'application/octet-stream' || name === 'dados' || isTenantName(name);

function partProblem(part: Multipart, withDados: boolean): Rule {
  if (part.fieldname === 'arquivo') return rule('filePartPlain');
  return rule(withDados ? 'partUnknownOfTwo' : 'partUnknown');
}

/** Errors of the multipart reader itself (a truncated body, a broken boundary) are the caller's to fix. */
function unreadable(error: unknown): unknown {
  if (error instanceof Problem) return error;
  const code = (error as { code?: string }).code ?? '';
  if (code === 'FST_REQ_FILE_TOO_LARGE' || error instanceof FileTooLarge) return fileTooLarge();
  if (/^E[A-Z]+$/.test(code) && code !== 'ECONNRESET') return error;
  return invalid([{ campo: 'corpo', ...rule('multipartBroken') }]);
}

/** A file of which the multipart reader cut nothing off. */
async function* whole(file: Readable & { truncated?: boolean }): AsyncGenerator<Buffer> {
  yield* file as AsyncIterable<Buffer>;
  if (file.truncated) throw new FileTooLarge();
}

async function readDados(part: Multipart & { type: 'file' }): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of part.file) {
    size += (chunk as Buffer).length;
    if (size > DADOS_MAX_BYTES) throw new Problem('413 LIMITE_EXCEDIDO', rule('dataPartTooLarge'));
    chunks.push(chunk as Buffer);
  }
  return decodeUtf8(Buffer.concat(chunks), 'dados');
}
