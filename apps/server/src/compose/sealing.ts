import type { Logger } from '../core/log.ts';
import type { FinishedFile, PdfSealer } from '../core/pdf.ts';

/**
 * The sealer, telling the operator of every seal that lacks what an authority was asked for. The seal is put all the
 * same; that a certificate is revoked must not go unnoticed.
 */
export function tellingOperator(sealer: PdfSealer, log: Logger): PdfSealer {
  const told = (file: FinishedFile): FinishedFile => {
    const { timestampError, longTermError } = file;
    if (timestampError) log.warn({ reason: timestampError }, 'a time stamp could not be had');
    if (longTermError) log.warn({ reason: longTermError }, 'sealed without all revocation data');
    return file;
  };
  return {
    complete: async (job) => told(await sealer.complete(job)),
    certificate: async (job) => told(await sealer.certificate(job)),
  };
}
