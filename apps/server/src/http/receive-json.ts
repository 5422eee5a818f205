import { BODY_MAX_BYTES, rule } from '@rubrica/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Upload } from '../core/call.ts';
import { FileTooLarge } from '../core/ports.ts';
import { type FieldProblem, invalid, Problem } from '../core/problem.ts';
import { Base64InJson, FileInJson } from './file-in-json.ts';
import { decodeUtf8, readJson, refuseOtherCharset } from './json.ts';
import { discardUpload, drain, fileTooLarge, openUpload, type Receiving } from './upload.ts';

export interface ReceivedJson {
  /** The file at `arquivo.base64`, decoded; in the body an empty text stands there. */
  readonly upload: Upload | undefined;
  readonly body: unknown;
  /** That what stood there is not base64: to be told together with whatever else is wrong. */
  readonly problems: readonly FieldProblem[];
}

/** Leaves JSON bodies of these routes to be read as they arrive. */
export function streamJson(part: FastifyInstance): void {
  part.removeContentTypeParser('application/json');
  part.addContentTypeParser('application/json', (_request, _payload, done) => done(null));
}

/** Whether a request says that its body is JSON. */
export const isJson = ({ headers }: FastifyRequest): boolean =>
  /^\s*application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');

/**
 * Streams a JSON body that brings a file: the file into temporary storage, decoded and hashed as it arrives, the rest
 * into a value. Refused, it leaves nothing behind.
 * @param maxBytes of the whole body
 * @throws 400, 413 or 415
 */
export async function receiveJson(request: FastifyRequest, directory: string, maxBytes: number): Promise<ReceivedJson> {
  const taking = new Taking(directory);
  try {
    refuseOtherCharset(request.headers['content-type'] ?? '');
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
    let bytes = 0;
    // Destroyed with its iterator, the request could not be answered.
    for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length;
      if (bytes > maxBytes) throw tooLarge();
      await taking.take(chunk as Buffer);
    }
    return await taking.end();
  } catch (error) {
    drain(request.raw);
    await taking.abandon();
    throw refusalOf(error);
  }
}

const tooLarge = () => new Problem('413 LIMITE_EXCEDIDO', rule('bodyTooLarge'));

function refusalOf(error: unknown): unknown {
  if (error instanceof FileTooLarge) return fileTooLarge();
  // The caller went away half way.
  if ((error as { code?: string }).code === 'ECONNRESET') return invalid([{ campo: 'corpo', ...rule('notJson') }]);
  return error;
}

class Taking {
  readonly #directory: string;
  readonly #json = new FileInJson();
  readonly #base64 = new Base64InJson();
  #receiving: Receiving | undefined;
  #upload: Upload | undefined;
  #broken = false;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async take(chunk: Buffer): Promise<void> {
    for (const piece of this.#json.push(chunk)) await this.#write(piece);
    if (this.#json.restBytes > BODY_MAX_BYTES) throw new Problem('413 LIMITE_EXCEDIDO', rule('restTooLarge'));
  }

  async end(): Promise<ReceivedJson> {
    const rest = this.#json.rest();
    const body = rest.length === 0 ? undefined : readJson(decodeUtf8(rest, 'corpo'), 'corpo');
    if (this.#json.found && !this.#base64.ended()) this.#broken = true;
    if (this.#json.found && !this.#broken) this.#upload = (await this.#open()).finish();
    const problems = this.#broken ? [{ campo: 'arquivo.base64', ...rule('base64Form') }] : [];
    if (this.#broken) await this.abandon();
    return { upload: this.#upload, body, problems };
  }

  async abandon(): Promise<void> {
    if (this.#upload) await discardUpload(this.#upload);
    else await this.#receiving?.abandon();
    this.#receiving = undefined;
  }

  async #write(piece: Buffer): Promise<void> {
    if (this.#broken) return;
    const bytes = this.#base64.push(piece);
    if (bytes === null) this.#broken = true;
    else if (bytes.length > 0) await (await this.#open()).write(bytes);
  }

  async #open(): Promise<Receiving> {
    this.#receiving ??= await openUpload(this.#directory);
    return this.#receiving;
  }
}
