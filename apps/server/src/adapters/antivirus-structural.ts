import type { StructureScan } from '@rubrica/pdf';
import type { Antivirus, ScanVerdict } from '../core/ports.ts';

/**
 * What is checked where there is no antivirus: the EICAR test string, raw and in inflated streams. Active content is
 * noted and let through. The work is done by a PDF worker.
 *
 * Besides its port's Unavailable it throws PdfTaskFailed for a file that breaks the worker's bounds: that is the file's
 * fault, and trying again will not help.
 */
export function createStructuralAntivirus(engine: { scan(path: string): Promise<StructureScan> }): Antivirus {
  return { scan: async (path) => structuralVerdict(await engine.scan(path)) };
}

/** What a scan of the file's structure comes to. */
export function structuralVerdict({ eicar, activeContent }: StructureScan): ScanVerdict {
  return eicar
    ? { clean: false, engine: 'ESTRUTURAL', threat: 'EICAR-Test-File' }
    : { clean: true, engine: 'ESTRUTURAL', notes: activeContent };
}
