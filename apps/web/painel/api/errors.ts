import type { ErroDeCampo } from '@rubrica/contract';
import { ApiError } from '@rubrica/sdk/client';
import { type Fault, faultOf } from '../../kit/api.ts';
import type { Textos } from '../texts/pt/base.ts';

/** What to say to a person about something that went wrong, in the language of the page. */
export interface Told {
  readonly mensagem: string;
  /** Every problem with its place, where the service named them. */
  readonly erros: readonly Pick<ErroDeCampo, 'campo' | 'mensagem'>[];
  readonly requestId: string | undefined;
  /** Where the call stands among those of the organization; null where it is not kept there. */
  readonly chamada: string | null;
}

/** Puts an error into words of the page's language, those of the service's own sentence where there are any. */
export function tell(error: unknown, t: Textos['erros']): Told {
  const fault = faultOf(error);
  const source = error instanceof ApiError ? error : null;
  const requestId = source?.requestId;
  const chamada = source && requestId && isKept(source) ? `/integracao/uso?requestId=${requestId}` : null;
  const erros =
    source?.erros.map((one) => ({ campo: one.campo, mensagem: t.fromService(one.mensagem, one) ?? one.mensagem })) ??
    [];
  return { mensagem: sentence(fault, t), erros, requestId, chamada };
}

/** Anonymous calls and those of a person's own account are not listed among the organization's. */
const isKept = ({ status, problem }: ApiError): boolean =>
  status !== 401 && problem !== undefined && !/\/(sessoes|autenticacao)(\/|$)/.test(problem.instance);

function sentence(fault: Fault, t: Textos['erros']): string {
  switch (fault.kind) {
    case 'offline':
      return t.noConnection;
    case 'down':
      return t.offline;
    case 'limit':
      return t.limite(fault.seconds);
    case 'refused': {
      const { codigo, problem } = fault.error;
      const own = codigo === undefined ? undefined : t.byCode[codigo];
      return (problem && t.fromService(problem.detail, problem)) ?? own ?? t.unknown;
    }
  }
}

/** The message about one field of a form: `nome`, `organizacao.documento`. */
export const ofField = (told: Told | null, campo: string): string | null =>
  told?.erros.find((erro) => erro.campo === campo)?.mensagem ?? null;
