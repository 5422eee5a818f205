import type { ResultadoValidacao } from '@rubrica/contract';

/** What an answer means to a person: the headline, and how it looks. */
export type Headline =
  | 'autenticoConcluido'
  | 'registradoConcluido'
  | 'emAndamento'
  | 'recusado'
  | 'cancelado'
  | 'expirado'
  | 'semSituacao'
  | 'diferente'
  | 'arquivoDesconhecido'
  | 'codigoDesconhecido';

/** What is said of the file or the code alone. */
export type Authenticity =
  | 'arquivoIdentico'
  | 'arquivoEmAssinatura'
  | 'soCodigo'
  | 'diferente'
  | 'arquivoDesconhecido'
  | 'codigoDesconhecido';

export type Tone = 'ok' | 'warn' | 'danger' | 'info';

const BY_SITUATION: Readonly<Record<string, readonly [Headline, Tone]>> = {
  EM_ANDAMENTO: ['emAndamento', 'warn'],
  RECUSADO: ['recusado', 'danger'],
  CANCELADO: ['cancelado', 'danger'],
  EXPIRADO: ['expirado', 'danger'],
};

/** What a person presented: a file, a code, or both. */
export interface PresentedWith {
  readonly file: boolean;
  readonly code: boolean;
}

/** What is said of authenticity alone, whatever the process came to. */
export function authenticityOf(result: ResultadoValidacao, { file, code }: PresentedWith): Authenticity {
  if (result.resultado === 'ADULTERADO') return 'diferente';
  if (result.resultado !== 'AUTENTICO' || !result.documento) return code ? 'codigoDesconhecido' : 'arquivoDesconhecido';
  if (!file) return 'soCodigo';
  return result.situacao === 'CONCLUIDO' ? 'arquivoIdentico' : 'arquivoEmAssinatura';
}

/**
 * Reads `resultado` together with `situacao`: only an identical file of a completed process is called authentic and
 * complete. A code alone, which anybody can copy onto another paper, never is.
 */
export function verdictOf(result: ResultadoValidacao, given: PresentedWith): { headline: Headline; tone: Tone } {
  const authenticity = authenticityOf(result, given);
  if (authenticity === 'diferente') return { headline: 'diferente', tone: 'danger' };
  if (authenticity === 'codigoDesconhecido' || authenticity === 'arquivoDesconhecido') {
    return { headline: authenticity, tone: 'warn' };
  }
  if (result.situacao === 'CONCLUIDO') {
    return given.file
      ? { headline: 'autenticoConcluido', tone: 'ok' }
      : { headline: 'registradoConcluido', tone: 'info' };
  }
  // A situation this page does not know yet is told by its own name.
  const [headline, tone] = BY_SITUATION[result.situacao ?? ''] ?? (['semSituacao', 'info'] as const);
  return { headline, tone };
}
