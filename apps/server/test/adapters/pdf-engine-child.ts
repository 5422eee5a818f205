import { readFileSync } from 'node:fs';
import { createPdfEngine } from '../../src/adapters/pdf/engine.ts';

/** Started by pdf-engine.test.ts: keeps an engine with an idle reader and a writer that waits for its TSA. */
const [, , path = '', password = '', tsaUrl = '', source = '', target = '', directory = ''] = process.argv;
const seal = { p12: readFileSync(path), password };
const timestamps = { urls: [tsaUrl], roots: '' };
const engine = createPdfEngine({ seals: { PRODUCAO: seal, TESTE: seal }, timestamps, size: 1, directory });
await engine.ready();
const mark = { code: 'SVC-AAAA-BBBB-CCCC', link: '0'.repeat(64), sequence: 3, original: '1'.repeat(64) };
const footer = { code: 'SVC-AAAA-BBBB-CCCC', url: 'http://localhost/validar/SVC-AAAA-BBBB-CCCC', lines: [] };
engine
  .complete({
    source,
    target,
    stamp: { marks: [], footer },
    seal: { at: new Date(), name: 'Rubrica', ambiente: 'PRODUCAO', mark, timestampMs: 60_000 },
  })
  .catch(() => {});
