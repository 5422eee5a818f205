import { setTimeout as delay } from 'node:timers/promises';
import { PDF } from '../http/documents.ts';
import { type Answer, Exchange } from '../http/exchange.ts';
import type { Peer } from './peer.ts';

/** How often a document that everybody signed is asked for until it is sealed, and for how long. */
const ASK_EVERY_MS = 50;
const SEALED_WITHIN_MS = 120_000;
const BOUNDARY = 'rubrica-bench-7d1e93c4';
const FILE_NAME = 'contrato.pdf';

/** The envelope that ours is a document like: one signer, one field, in percent of the third page; nobody is written to. */
const PAYLOAD = {
  type: 'DOCUMENT',
  title: 'Contrato de prestação de serviços nº 2026/118',
  recipients: [
    {
      email: 'joao@exemplo.com.br',
      name: 'João da Silva',
      role: 'SIGNER',
      fields: [{ type: 'SIGNATURE', identifier: 0, page: 3, positionX: 10, positionY: 70, width: 40, height: 10 }],
    },
  ],
  meta: { distributionMethod: 'NONE' },
};

interface Recipient {
  readonly token: string;
}

interface Envelope {
  readonly status: string;
  /** `document_` and the number by which a signer's page names it. */
  readonly secondaryId: string;
  readonly fields: readonly { readonly id: number; readonly type: string }[];
}

/**
 * An installation of Documenso, by its public API (version 2, https://docs.documenso.com). Signing is no part of that: a
 * signer's page calls `envelope.field.sign` and `recipient.completeDocumentWithToken` with the token of its link, and so does
 * this. Those two are not promised to stay as they are.
 */
export class Documenso implements Peer {
  readonly name = 'Documenso';
  readonly #origin: string;
  readonly #key: Record<string, string>;
  readonly #exchange: Exchange;
  readonly #body = multipart();

  /** @param token of its API, as Settings gives it */
  constructor(origin: string, token: string, connections: number) {
    this.#origin = origin.replace(/\/+$/, '');
    this.#key = { authorization: token };
    this.#exchange = new Exchange(connections);
  }

  async create(): Promise<string> {
    const type = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const { id } = await this.#ask('POST', '/api/v2/envelope/create', { ...this.#key, ...type }, this.#body);
    return textOf(id, 'id of a new envelope');
  }

  async send(id: string): Promise<string> {
    const { recipients } = await this.#json('/api/v2/envelope/distribute', { envelopeId: id }, this.#key);
    const [recipient] = (recipients ?? []) as readonly Recipient[];
    return textOf(recipient?.token, 'token of the recipient');
  }

  async read(id: string): Promise<void> {
    await this.#envelope(id);
  }

  async sign(id: string, token: string): Promise<number> {
    const { fields, secondaryId } = await this.#envelope(id);
    for (const { id: fieldId, type } of fields) {
      if (type !== 'SIGNATURE') throw new Error(`a field of type ${type}, where only a signature was asked for`);
      const fieldValue = { type, value: 'João da Silva' };
      await this.#json('/api/trpc/envelope.field.sign', { json: { token, fieldId, fieldValue } });
    }
    const documentId = Number(/^document_(\d+)$/.exec(secondaryId)?.[1]);
    if (!Number.isInteger(documentId)) throw new Error(`no number in the second id ${secondaryId}`);
    const began = performance.now();
    await this.#json('/api/trpc/recipient.completeDocumentWithToken', { json: { token, documentId } });
    return began;
  }

  async sealed(id: string): Promise<void> {
    const until = performance.now() + SEALED_WITHIN_MS;
    while ((await this.#envelope(id)).status !== 'COMPLETED') {
      if (performance.now() > until) throw new Error(`envelope ${id} was not sealed in ${SEALED_WITHIN_MS} ms`);
      await delay(ASK_EVERY_MS);
    }
  }

  close(): void {
    this.#exchange.close();
  }

  async #envelope(id: string): Promise<Envelope> {
    const found = await this.#ask('GET', `/api/v2/envelope/${encodeURIComponent(id)}`, this.#key);
    if (!Array.isArray(found.fields)) throw new Error(`an envelope without a list of fields: ${JSON.stringify(found)}`);
    return found as unknown as Envelope;
  }

  #json(path: string, body: object, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
    const type = { 'content-type': 'application/json' };
    return this.#ask('POST', path, { ...headers, ...type }, JSON.stringify(body));
  }

  /** @throws at any answer but 200, with what it says: a comparison of refusals compares nothing */
  async #ask(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Buffer | string,
  ): Promise<Record<string, unknown>> {
    const answer: Answer = await this.#exchange.send(method, `${this.#origin}${path}`, headers, body);
    if (answer.status !== 200) throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.text}`);
    return JSON.parse(answer.text);
  }
}

function textOf(value: unknown, what: string): string {
  if (typeof value !== 'string' || value === '') throw new Error(`an answer without the ${what}`);
  return value;
}

/** Parts `payload` and `files`, as `POST /envelope/create` takes them. */
function multipart(): Buffer {
  const part = (headers: string) => Buffer.from(`--${BOUNDARY}\r\n${headers}\r\n\r\n`);
  return Buffer.concat([
    part('Content-Disposition: form-data; name="payload"'),
    Buffer.from(`${JSON.stringify(PAYLOAD)}\r\n`),
    part(`Content-Disposition: form-data; name="files"; filename="${FILE_NAME}"\r\nContent-Type: application/pdf`),
    PDF,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}
