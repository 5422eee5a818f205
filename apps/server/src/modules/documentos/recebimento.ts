import { type ConteudoAtivo, FILE_MAX_PAGES, type Rule, rule } from '@rubrica/contract';
import type { Inspection } from '@rubrica/pdf';
import type { Upload } from '../../core/call.ts';
import type { UploadExaminer } from '../../core/pdf.ts';
import { Problem } from '../../core/problem.ts';
import { contentInWords } from './conteudo.ts';

type Refusal = Extract<Inspection, { ok: false }>['causes'][number];

/** The result for an accepted file. */
export interface ReceivedPdf {
  readonly inspection: Extract<Inspection, { ok: true }>;
  readonly varredura: object;
  readonly conteudoAtivo: readonly ConteudoAtivo[];
}

function ruleOf({ cause, detail }: Refusal): Rule {
  switch (cause) {
    case 'NOT_PDF':
      return rule('pdfNot');
    case 'VERSION':
      return detail ? rule('pdfVersion', { versao: detail }) : rule('pdfVersionUnknown');
    case 'ENCRYPTED_USER':
      return rule('pdfPassword');
    case 'ENCRYPTED_OWNER':
      return rule('pdfPermissions');
    case 'SIGNED':
      return rule('pdfSigned');
    case 'FILLED_FORM':
      return detail ? rule('pdfFilledFields', { campos: detail }) : rule('pdfFilled');
    case 'TOO_MANY_PAGES':
      return detail
        ? rule('pdfPages', { n: detail, limite: FILE_MAX_PAGES })
        : rule('pdfPagesUncounted', { limite: FILE_MAX_PAGES });
    case 'NOT_PREFIX_PRESERVING':
      return rule('pdfStructure');
    case 'TOO_COMPLEX':
      return rule('pdfComplex');
    case 'UNREADABLE':
      return rule('pdfBroken');
  }
}

/**
 * Scans and inspects an upload before anything is written about it.
 * @throws 422 ENTRADA_INVALIDA with every cause, 422 LIMITE_EXCEDIDO if only the page limit is exceeded, 503 if the
 * antivirus or the PDF workers do not respond.
 * @param options.textTags also look for text tags, which only templates need
 */
export async function admitPdf(
  deps: { examiner: UploadExaminer },
  upload: Upload,
  { textTags = false }: { textTags?: boolean } = {},
): Promise<ReceivedPdf> {
  const { scan, inspection } = await deps.examiner.examine(upload.path, { maxPages: FILE_MAX_PAGES, textTags });
  if (!scan.clean) {
    throw new Problem('422 ENTRADA_INVALIDA', rule('fileInfected'), {
      erros: [{ campo: 'arquivo', ...rule('fileThreat') }],
    });
  }
  if (!inspection.ok) {
    const erros = inspection.causes.map((cause) => ({ campo: 'arquivo', ...ruleOf(cause) }));
    const onlyPages = inspection.causes.every(({ cause }) => cause === 'TOO_MANY_PAGES');
    throw new Problem(onlyPages ? '422 LIMITE_EXCEDIDO' : '422 ENTRADA_INVALIDA', rule('fileRefused'), {
      erros,
    });
  }
  return {
    inspection,
    varredura: { motor: scan.engine, observacoes: scan.notes, conteudoAtivo: inspection.activeContent },
    conteudoAtivo: contentInWords(inspection.content),
  };
}
