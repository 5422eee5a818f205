import { createPdfEngine } from '../../src/adapters/pdf-engine.ts';

/** Started by pdf-engine.test.ts: keeps an engine with an idle reader and a writer that waits for its TSA. */
const [, , path = '', password = '', tsaUrl = '', source = '', target = ''] = process.argv;
const engine = createPdfEngine({ seal: { path, password }, tsaUrl, size: 1 });
await engine.ready();
const footer = { code: 'SVC-AAAA-BBBB-CCCC', url: 'http://localhost/validar/SVC-AAAA-BBBB-CCCC', lines: [] };
engine
  .complete({
    source,
    target,
    stamp: { marks: [], footer },
    seal: { at: new Date(), reason: 'teste', name: 'Rubrica' },
  })
  .catch(() => {});
