import { FILE_MAX_PAGES } from '@rubrica/contract';
import type { Inspection } from '@rubrica/pdf';
import type { Upload } from '../../core/call.ts';
import type { UploadExaminer } from '../../core/pdf.ts';
import { Problem } from '../../core/problem.ts';

type Refusal = Extract<Inspection, { ok: false }>['causes'][number];

/** What a file was found to be, once it is let in. */
export interface ReceivedPdf {
  readonly inspection: Extract<Inspection, { ok: true }>;
  readonly varredura: object;
}

const SAVE_OPEN = 'Abra o arquivo, use “Imprimir” e “Salvar como PDF”, ou remova a proteção, e envie a cópia aberta.';

function message({ cause, detail }: Refusal): string {
  switch (cause) {
    case 'NOT_PDF':
      return 'O arquivo não é um PDF.';
    case 'VERSION':
      return `A versão ${detail ?? 'do PDF'} não é aceita; use PDF de 1.4 a 2.0.`;
    case 'ENCRYPTED_USER':
      return `O PDF pede senha para abrir. ${SAVE_OPEN}`;
    case 'ENCRYPTED_OWNER':
      return `O PDF abre sem senha, mas tem senha de permissões. ${SAVE_OPEN}`;
    case 'SIGNED':
      return 'O PDF já tem assinatura digital; qualquer mudança a invalidaria. Envie a versão sem assinatura.';
    case 'FILLED_FORM':
      return `O formulário do PDF tem campos preenchidos${detail ? ` (${detail})` : ''}. Envie-o vazio ou salve uma cópia achatada.`;
    case 'TOO_MANY_PAGES':
      return `O PDF tem ${detail ?? 'mais de 300'} páginas; o limite é ${FILE_MAX_PAGES}.`;
    case 'NOT_PREFIX_PRESERVING':
      return 'O PDF tem uma estrutura danificada, que impede preservar os bytes originais na cópia assinada. Salve-o de novo em um editor e reenvie.';
    case 'TOO_COMPLEX':
      return 'O PDF é complexo demais para ser lido com segurança. Salve uma cópia mais simples e reenvie.';
    case 'UNREADABLE':
      return 'O PDF está danificado e não pôde ser lido.';
  }
}

/**
 * Scans and reads an upload before anything is written about it.
 * @throws 422 ENTRADA_INVALIDA with every cause, 422 LIMITE_EXCEDIDO when only the page limit is passed, 503 when the
 * antivirus or the PDF workers do not answer.
 * @param options.textTags look for text tags too, which only templates have a use for
 */
export async function admitPdf(
  deps: { examiner: UploadExaminer },
  upload: Upload,
  { textTags = false }: { textTags?: boolean } = {},
): Promise<ReceivedPdf> {
  const { scan, inspection } = await deps.examiner.examine(upload.path, { maxPages: FILE_MAX_PAGES, textTags });
  if (!scan.clean) {
    throw new Problem('422 ENTRADA_INVALIDA', 'O arquivo foi recusado pela verificação de vírus.', {
      erros: [{ campo: 'arquivo', mensagem: 'O arquivo contém uma ameaça conhecida e não foi guardado.' }],
    });
  }
  if (!inspection.ok) {
    const erros = inspection.causes.map((cause) => ({ campo: 'arquivo', mensagem: message(cause) }));
    const onlyPages = inspection.causes.every(({ cause }) => cause === 'TOO_MANY_PAGES');
    throw new Problem(onlyPages ? '422 LIMITE_EXCEDIDO' : '422 ENTRADA_INVALIDA', 'O arquivo não pode ser aceito.', {
      erros,
    });
  }
  return {
    inspection,
    varredura: { motor: scan.engine, observacoes: scan.notes, conteudoAtivo: inspection.activeContent },
  };
}
