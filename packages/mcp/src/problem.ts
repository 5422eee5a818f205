import { ApiError, ConnectionError, RubricaError } from '@rubrica/sdk';

/** What the assistant can do something about: said to it as the answer of the tool, in words it can pass on. */
export class ToolProblem extends Error {}

const NOT_REACHED =
  'O serviço não respondeu. O que foi pedido pode ter sido feito: consulte o documento antes de tentar de novo.';

function refusalText(error: ApiError): string {
  const places = error.erros.map(({ campo, mensagem }) => `- ${campo}: ${mensagem}`);
  const wait = error.retryAfter === undefined ? [] : [`Tente de novo em ${error.retryAfter} s.`];
  const request = error.requestId === undefined ? [] : [`requestId: ${error.requestId}`];
  return [
    `${error.status} ${error.codigo ?? ''}: ${error.problem?.detail ?? error.message}`,
    ...places,
    ...wait,
    ...request,
  ].join('\n');
}

/** What a failed call is answered with; undefined for what is a fault of this program. */
export function problemText(error: unknown): string | undefined {
  if (error instanceof ToolProblem) return error.message;
  if (error instanceof ApiError) return refusalText(error);
  if (error instanceof ConnectionError) return NOT_REACHED;
  return error instanceof RubricaError ? error.message : undefined;
}
