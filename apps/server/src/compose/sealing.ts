import type { Logger } from '../core/log.ts';
import type { FinishedFile, PdfSealer } from '../core/pdf.ts';

/**
 * A sealer that also logs every seal without what was requested from an authority, and logs and counts every pair that
 * the verifier rejects.
 */
export function tellingOperator(sealer: PdfSealer, log: Logger): PdfSealer & { readonly refusals: () => number } {
  let refusals = 0;
  const told = (file: FinishedFile): FinishedFile => {
    const { timestampError, longTermError } = file;
    if (timestampError) log.warn({ reason: timestampError }, 'a time stamp could not be had');
    if (longTermError) log.warn({ reason: longTermError }, 'sealed without all revocation data');
    return file;
  };
  return {
    complete: async (job) => told(await sealer.complete(job)),
    certificate: async (job) => told(await sealer.certificate(job)),
    async verify(pair) {
      const verdict = await sealer.verify(pair);
      if (verdict.resultado === 'NAO_CONFERE' || verdict.resultado === 'ILEGIVEL') {
        refusals += 1;
        log.error(verdict, 'ALARM: the offline verifier refuses files about to be handed out; they are not');
      }
      return verdict;
    },
    refusals: () => refusals,
  };
}
