import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PDF } from '../http/documents.ts';
import { Documenso } from './documenso.ts';
import { live, repeat } from './peer.ts';

/**
 * The requests, held against the description that Documenso publishes of version 2 of its API and, for the two that sign,
 * against what its signing page sends. A server that answers in that shape is no Documenso: nothing is measured here.
 */

interface Asked {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

let server: Server;
let peer: Documenso;
let asked: Asked[];
/** Answers by method and path; one that is a list is given out in turn, the last one again and again. */
let answers: Record<string, unknown>;

const DRAFT = { id: 'envelope_1', status: 'DRAFT', secondaryId: 'document_7', fields: [{ id: 12, type: 'SIGNATURE' }] };
const READ = 'GET /api/v2/envelope/envelope_1';

beforeEach(async () => {
  asked = [];
  answers = {
    'POST /api/v2/envelope/create': { id: 'envelope_1' },
    'POST /api/v2/envelope/distribute': { success: true, id: 'envelope_1', recipients: [{ id: 3, token: 'of-joao' }] },
    [READ]: [DRAFT, { ...DRAFT, status: 'PENDING' }, { ...DRAFT, status: 'COMPLETED' }],
    'POST /api/trpc/envelope.field.sign': { result: { data: { json: {} } } },
    'POST /api/trpc/recipient.completeDocumentWithToken': { result: { data: { json: null } } },
  };
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const line = `${request.method} ${request.url}`;
      asked.push({ line, headers: request.headers, body: Buffer.concat(chunks) });
      const known = answers[line];
      const answer = Array.isArray(known) ? (known.length > 1 ? known.shift() : known[0]) : known;
      response.writeHead(answer === undefined ? 429 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? { message: 'Too many requests' }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  peer = new Documenso(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, 'api_token', 2);
});
afterEach(async () => {
  peer.close();
  await new Promise((done) => server.close(done));
});

const jsonOf = ({ body }: Asked) => JSON.parse(body.toString());

describe('a life', () => {
  it('is these requests in this order, and asks until the envelope is complete', async () => {
    expect(await live(peer)).toBeGreaterThan(0);
    expect(asked.map(({ line }) => line)).toEqual([
      'POST /api/v2/envelope/create',
      'POST /api/v2/envelope/distribute',
      READ,
      'POST /api/trpc/envelope.field.sign',
      'POST /api/trpc/recipient.completeDocumentWithToken',
      READ,
      READ,
    ]);
  });

  it('is the sender’s with the token of the API, the signer’s with that of the link', async () => {
    await live(peer);
    const [, send, read, sign, complete] = asked as [Asked, Asked, Asked, Asked, Asked];
    for (const one of [send, read]) expect(one.headers.authorization).toBe('api_token');
    expect(jsonOf(send)).toEqual({ envelopeId: 'envelope_1' });
    for (const one of [sign, complete]) expect(one.headers.authorization).toBeUndefined();
    const fieldValue = { type: 'SIGNATURE', value: 'João da Silva' };
    expect(jsonOf(sign)).toEqual({ json: { token: 'of-joao', fieldId: 12, fieldValue } });
    expect(jsonOf(complete)).toEqual({ json: { token: 'of-joao', documentId: 7 } });
  });
});

it('a draft is a form of the payload and the bench’s file, byte for byte', async () => {
  expect(await peer.create()).toBe('envelope_1');
  const [{ headers, body }] = asked as [Asked];
  expect(headers.authorization).toBe('api_token');
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData();
  expect([...form.keys()]).toEqual(['payload', 'files']);
  const file = form.get('files') as File;
  expect([file.name, file.type]).toEqual(['contrato.pdf', 'application/pdf']);
  expect(Buffer.from(await file.arrayBuffer()).equals(PDF)).toBe(true);
  const payload = JSON.parse(form.get('payload') as string);
  expect(payload).toMatchObject({ type: 'DOCUMENT', meta: { distributionMethod: 'NONE' } });
  const [{ role, fields }] = payload.recipients;
  expect([role, fields.length]).toEqual(['SIGNER', 1]);
  const { type, page, positionX, positionY, width, height } = fields[0];
  expect([type, page]).toEqual(['SIGNATURE', 3]);
  for (const part of [positionX, positionY, width, height]) expect(part).toBeGreaterThan(1);
  expect([positionX + width <= 100, positionY + height <= 100]).toEqual([true, true]);
});

describe('what is not as expected ends the comparison', () => {
  it('a refusal, with what it says', async () => {
    delete answers['POST /api/v2/envelope/distribute'];
    await expect(live(peer)).rejects.toThrow(
      'POST /api/v2/envelope/distribute was answered 429: {"message":"Too many requests"}',
    );
    await expect(repeat({ callers: 2, seconds: 60 }, () => live(peer))).rejects.toThrow('429');
  });

  it.each([
    ['POST /api/v2/envelope/create', {}, 'id of a new envelope'],
    ['POST /api/v2/envelope/distribute', { recipients: [] }, 'token of the recipient'],
    [READ, { ...DRAFT, fields: undefined }, 'without a list of fields'],
    [READ, { ...DRAFT, secondaryId: 'envelope_1' }, 'no number'],
    [READ, { ...DRAFT, fields: [{ id: 1, type: 'DATE' }] }, 'a field of type DATE'],
  ])('%s answered %j', async (line, answer, told) => {
    answers[line] = answer;
    await expect(live(peer)).rejects.toThrow(told);
  });
});

describe('repeating', () => {
  it('has so many at once and each at least once, however short the time', async () => {
    let now = 0;
    let most = 0;
    const { times } = await repeat({ callers: 3, seconds: 0 }, async () => {
      most = Math.max(most, ++now);
      await peer.create();
      now -= 1;
    });
    expect([most, times.length, asked.length]).toEqual([3, 3, 3]);
  });
});
