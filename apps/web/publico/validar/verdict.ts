import type { ResultadoValidacao } from '@rubrica/contract';

/** What an answer means to a person: the headline, and how it looks. */
export type Headline =
  | 'deTeste'
  | 'certificado'
  | 'beforeSignatures'
  | 'autenticoConcluido'
  | 'registradoConcluido'
  | 'emAndamento'
  | 'recusado'
  | 'cancelado'
  | 'expirado'
  | 'noStatus'
  | 'different'
  | 'unknownFile'
  | 'unknownCode';

/** What is said of the file or the code alone. */
export type Authenticity =
  | 'identicalFile'
  | 'arquivoEmAssinatura'
  | 'soCodigo'
  | 'certificado'
  | 'beforeSignatures'
  | 'different'
  | 'unknownFile'
  | 'unknownCode';

export type Tone = 'ok' | 'warn' | 'danger' | 'info';

const BY_SITUATION: Readonly<Record<string, readonly [Headline, Tone]>> = {
  EM_ANDAMENTO: ['emAndamento', 'warn'],
  RECUSADO: ['recusado', 'danger'],
  CANCELADO: ['cancelado', 'danger'],
  EXPIRADO: ['expirado', 'danger'],
};

/** Files that belong to a record and are not the one it stands for. */
const RELATED: Readonly<Record<string, Authenticity>> = {
  CERTIFICADO: 'certificado',
  ORIGINAL: 'beforeSignatures',
};

/** What a person presented: a file, a code, or both. */
export interface PresentedWith {
  readonly file: boolean;
  readonly code: boolean;
}

/** What is said of authenticity alone, whatever the process came to. */
export function authenticityOf(result: ResultadoValidacao, { file, code }: PresentedWith): Authenticity {
  const related = RELATED[result.arquivoReconhecido ?? ''];
  if (result.resultado === 'ADULTERADO') return related ?? 'different';
  if (result.resultado !== 'AUTENTICO' || !result.documento) {
    return related ?? (code ? 'unknownCode' : 'unknownFile');
  }
  if (!file) return 'soCodigo';
  return result.situacao === 'CONCLUIDO' ? 'identicalFile' : 'arquivoEmAssinatura';
}

/**
 * Reads `resultado` together with `situacao`: only an identical file of a completed process is called authentic and
 * complete. A code alone, which anybody can copy onto another paper, never is.
 */
export function verdictOf(result: ResultadoValidacao, given: PresentedWith): { headline: Headline; tone: Tone } {
  const authenticity = authenticityOf(result, given);
  if (result.resultado === 'ADULTERADO') return { headline: 'different', tone: 'danger' };
  if (authenticity === 'unknownCode' || authenticity === 'unknownFile') {
    return { headline: authenticity, tone: 'warn' };
  }
  if (authenticity === 'certificado') return { headline: authenticity, tone: 'info' };
  if (authenticity === 'beforeSignatures') return { headline: authenticity, tone: 'warn' };
  // Whatever a test document came to, nothing of it counts.
  if (result.ambiente === 'TESTE') return { headline: 'deTeste', tone: 'warn' };
  if (result.situacao === 'CONCLUIDO') {
    return given.file
      ? { headline: 'autenticoConcluido', tone: 'ok' }
      : { headline: 'registradoConcluido', tone: 'info' };
  }
  // A situation this page does not know yet is told by its own name.
  const [headline, tone] = BY_SITUATION[result.situacao ?? ''] ?? (['noStatus', 'info'] as const);
  return { headline, tone };
}
