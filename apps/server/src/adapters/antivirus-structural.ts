import type { StructureScan } from '@rubrica/pdf';
import type { Antivirus, ScanVerdict } from '../core/ports.ts';

/**
 * The check if there is no antivirus: the EICAR test string, raw and in inflated streams. Active content is noted and
 * let through. A PDF worker does the work.
 *
 * Besides its port's Unavailable it throws PdfTaskFailed for a file that exceeds the worker's limits: that is caused by
 * the file, and retrying will not help.
 */
export function createStructuralAntivirus(engine: { scan(path: string): Promise<StructureScan> }): Antivirus {
  return { scan: async (path) => structuralVerdict(await engine.scan(path)) };
}

/** The verdict for the result of a structural scan. */
export function structuralVerdict({ eicar, activeContent }: StructureScan): ScanVerdict {
  return eicar
    ? { clean: false, engine: 'ESTRUTURAL', threat: 'EICAR-Test-File' }
    : { clean: true, engine: 'ESTRUTURAL', notes: activeContent };
}
