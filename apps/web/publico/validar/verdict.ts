import type { ResultadoValidacao } from '@rubrica/contract';

/** What an answer means to a person: the headline, and how it looks. */
export type Headline =
  | 'test'
  | 'certificado'
  | 'beforeSignatures'
  | 'authenticCompleted'
  | 'recordedCompleted'
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
  | 'fileBeingSigned'
  | 'codeOnly'
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
  if (!file) return 'codeOnly';
  return result.situacao === 'CONCLUIDO' ? 'identicalFile' : 'fileBeingSigned';
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
  if (result.ambiente === 'TESTE') return { headline: 'test', tone: 'warn' };
  if (result.situacao === 'CONCLUIDO') {
    return given.file
      ? { headline: 'authenticCompleted', tone: 'ok' }
      : { headline: 'recordedCompleted', tone: 'info' };
  }
  // A situation this page does not know yet is shown by its own name.
  const [headline, tone] = BY_SITUATION[result.situacao ?? ''] ?? (['noStatus', 'info'] as const);
  return { headline, tone };
}
