import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { ERROR_CODES, type Erro, type ErroDeCampo, rule, sentenceOf } from '@rubrica/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { limitHeaders } from '../core/limit-headers.ts';
import type { Logger } from '../core/log.ts';
import { Unavailable, type WindowState } from '../core/ports.ts';
import { type FieldProblem, invalid, notFound, Problem } from '../core/problem.ts';
import { routeOf, shownPath } from './shown-path.ts';
import { noteProblem } from './state.ts';

const RETRY_AFTER_SECONDS = '5';

/**
 * Connection-level codes of Node and PostgreSQL's classes 08, 53 and 57P: the database is unavailable, the request is
 * not wrong.
 */
const DATABASE_DOWN = /^(ECONN|ENOENT$|EPIPE|ETIMEDOUT|CONNECTION_|CONNECT_TIMEOUT|08|53|57P)/;

/** The disk is full, over quota, read-only or failing, or no more files can be opened. */
const STORAGE_DOWN = /^(ENOSPC|EDQUOT|EFBIG|EROFS|EIO|EMFILE|ENFILE)$/;

/**
 * Of two transactions in each other's way one was undone, or a statement waited or worked for longer than it may: whoever
 * asks again may get through.
 */
const UNDONE = /^(40001|40P01|57014)$/;

function unavailable(cause: unknown): Problem {
  return new Problem('503 SERVICO_INDISPONIVEL', rule('serviceDown'), {
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
    cause,
  });
}

/** Errors raised by the web framework itself, in the contract's terms. */
function fromFramework(error: FastifyError): Problem | null {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('415 ENTRADA_INVALIDA', rule('contentType'), {
        erros: [
          {
            campo: 'header.content-type',
            ...rule('contentTypeUse'),
          },
        ],
      });
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return new Problem('413 LIMITE_EXCEDIDO', rule('bodyTooLarge'));
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return invalid([{ campo: 'corpo', ...rule('notJson') }]);
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_NOT_FOUND':
      return notFound();
    default:
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? invalid([{ campo: 'corpo', ...rule('unreadable') }])
        : null;
  }
}

/** Converts any error to the problem the caller will see. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Unavailable) return unavailable(error);
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string') {
    if (code.startsWith('FST_') || (error as FastifyError).statusCode !== undefined) {
      const problem = fromFramework(error as FastifyError);
      if (problem) return problem;
    }
    if ([DATABASE_DOWN, STORAGE_DOWN, UNDONE].some((kind) => kind.test(code))) return unavailable(error);
  }
  return new Problem('500 ERRO_INTERNO', rule('serviceFault'), {
    cause: error,
  });
}

/** The problem as sent to the caller (RFC 9457). @param instance the path of the request, without its query */
function bodyOf(problem: Problem, docsUrl: string, instance: string, requestId: string): Erro {
  return {
    type: `${docsUrl}/erros.html#${problem.codigo.toLowerCase()}`,
    title: ERROR_CODES[problem.codigo].title,
    status: problem.status,
    detail: sentenceOf(problem.rule),
    ...problem.rule,
    instance,
    codigo: problem.codigo,
    requestId,
    ...(problem.erros ? { erros: problem.erros.map(shown) } : {}),
    ...problem.extra,
  };
}

const shown = ({ campo, ...said }: FieldProblem): ErroDeCampo => ({ campo, mensagem: sentenceOf(said), ...said });

/**
 * Answers input that is not valid HTTP, so that there is no request: a malformed header, too many headers, or a client
 * that takes too long. The connection is closed afterwards.
 * @param count counts it for the peer's address
 */
export async function answerUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  docsUrl: string,
  count: (address: string) => Promise<WindowState>,
): Promise<void> {
  const limits = error.code === 'ECONNRESET' ? null : limitHeaders(await count(socket.remoteAddress ?? 'desconhecido'));
  if (limits === null || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const why = rule(error.code === 'HPE_HEADER_OVERFLOW' ? 'requestHeadersTooLarge' : 'notHttp');
  const problem = new Problem('400 ENTRADA_INVALIDA', rule('unreadable'), {
    erros: [{ campo: 'requisicao', ...why }],
  });
  const body = JSON.stringify(bodyOf(problem, docsUrl, '', requestId));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\nCache-Control: no-store\r\n` +
      `${Object.entries(limits)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const FILE_HEADERS = ['content-disposition', 'digest', 'etag'];

/** Writes the problem as RFC 9457, and the cause to the log under the same request id. */
export function createProblemRenderer(docsUrl: string, log: Logger) {
  return function render(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const problem = toProblem(error);
    noteProblem(request, problem.codigo);
    if (problem.status >= 500) {
      log.error(
        { err: problem.cause ?? problem, requestId: request.id, method: request.method, route: routeOf(request) },
        problem.message,
      );
    }
    // Of a file that was to be the answer, and could not be read.
    for (const header of FILE_HEADERS) reply.removeHeader(header);
    return (
      reply
        .code(problem.status)
        // Proxies keep a 404 or 410 for a while unless told otherwise, and a personal link would stay what it was.
        .headers({ 'cache-control': 'no-store', ...problem.headers })
        .type('application/problem+json; charset=utf-8')
        .send(JSON.stringify(bodyOf(problem, docsUrl, shownPath(request), request.id)))
    );
  };
}
