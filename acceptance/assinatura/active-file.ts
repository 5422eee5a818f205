import { build, onePage, rawStream, stream } from '../../packages/pdf/fixtures/build.ts';

/** A page with a layer, in a file with a script that runs on opening and another file attached. */
export const BRINGS_MORE = build({
  ...onePage('/MediaBox [0 0 595 842]', rawStream('/OC /camada BDC BT /F 24 Tf 72 600 Td (Contrato) Tj ET EMC')),
  1: `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /Java#53cript /JS (app.alert\\(1\\)) >>
    /OCProperties << /OCGs [6 0 R] /D << >> >> /Names << /EmbeddedFiles << /Names [(c) 7 0 R] >> >> >>`,
  3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /Properties << /camada 6 0 R >> >> >>',
  6: '<< /Type /OCG /Name (camada) >>',
  7: '<< /Type /Filespec /UF (laudo.xlsx) /F (laudo.xlsx) /EF << /F 8 0 R >> >>',
  8: stream('x', '/Type /EmbeddedFile'),
});
