import type { Operation } from '@rubrica/contract';
import type { FastifyReply } from 'fastify';
import type { FileReply, RawReply, Reply } from '../core/call.ts';
import type { Logger } from '../core/log.ts';

/**
 * Gives the reply its status and headers.
 * @returns what Fastify is to send: a file as it is read, or JSON. Only where there is nothing it is the reply, already sent:
 * Fastify watches a reply that it is given until that has ended, which takes 3 % of a read.
 */
export function payloadOf(
  operation: Operation,
  answer: Reply<unknown> | RawReply,
  reply: FastifyReply,
  log: Logger,
): unknown {
  if ('unchanged' in answer) return reply.code(304).headers(askingEachTime(answer.unchanged)).send();
  if ('file' in answer) {
    // Once some of it is on its way, the caller can only be cut off.
    answer.file.stream.once('error', (err) => log.error({ err }, 'a file could not be sent whole'));
    return streamOf(operation, answer, reply);
  }
  if (answer.headers) reply.headers(answer.headers as Record<string, string>);
  reply.code(operation.success).header('cache-control', 'no-store');
  if (answer.json === undefined && answer.body === undefined) return reply.send();
  reply.type('application/json; charset=utf-8');
  return answer.json ?? JSON.stringify(answer.body);
}

function streamOf(operation: Operation, answer: FileReply, reply: FastifyReply): FileReply['file']['stream'] {
  const { stream, size, sha256, name, type = 'application/pdf', etag } = answer.file;
  const disposition = type.startsWith('image/') ? 'inline' : 'attachment';
  reply.code(operation.success).headers({
    ...answer.headers,
    'content-type': type,
    ...(size === null ? {} : { 'content-length': size }),
    'content-disposition': `${disposition}; ${fileNamed(name)}`,
    ...(sha256 === null
      ? {}
      : { etag: `"${sha256}"`, digest: `sha-256=${Buffer.from(sha256, 'hex').toString('base64')}` }),
    ...(etag === undefined ? { 'cache-control': 'private, no-store' } : askingEachTime(etag)),
  });
  return stream;
}

/** Only the caller keeps it, and shows it only after asking here whether it still may. */
const askingEachTime = (etag: string) => ({ etag: `"${etag}"`, 'cache-control': 'private, no-cache' });

/**
 * A file name in both of its forms (RFC 6266). What it is made of may be anybody's title: a slash would lead to another folder where
 * a program saves the file as it is told, and marks of direction show another ending than it has.
 */
function fileNamed(given: string): string {
  const name = given.replace(/[/\\]/g, '-').replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${asciiName(name)}"; filename*=UTF-8''${encoded}`;
}

/** The ASCII form of a file name, for clients that do not support RFC 5987. */
function asciiName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/"/g, '');
}
