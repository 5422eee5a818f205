import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../core/problem.ts';
import { parseForm } from './form.ts';
import { toProblem } from './problem-renderer.ts';

type Render = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Makes a part of the server follow RFC 6749 for the token endpoint: forms in, `{error, error_description}` out. Rate
 * limits and internal errors are answered in the API's own format.
 */
export function speakOAuth(app: FastifyInstance, render: Render): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, parseForm);
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error);
    if (![400, 401, 413, 415].includes(problem.status)) return render(error, request, reply);
    const unauthorized = problem.status === 401;
    // RFC 9110, 15.5.2 requires a challenge with every 401, and RFC 6749, 5.2 the scheme the client may use.
    if (unauthorized) reply.header('www-authenticate', 'Basic realm="rubrica", charset="UTF-8"');
    return reply
      .code(unauthorized ? 401 : 400)
      .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ error: errorOf(problem, request), error_description: describe(problem) }));
  });
}

function errorOf({ status, extra, erros }: Problem, request: FastifyRequest): unknown {
  if (extra.error !== undefined) return extra.error;
  if (status === 401) return 'invalid_client';
  const given = (request.body as { grant_type?: unknown } | null | undefined)?.grant_type;
  const wrongGrant = given !== undefined && erros?.some(({ campo }) => campo === 'grant_type');
  return wrongGrant ? 'unsupported_grant_type' : 'invalid_request';
}

function describe(problem: Problem): string {
  return problem.status === 415 ? 'Use application/x-www-form-urlencoded.' : problem.inOneLine();
}
