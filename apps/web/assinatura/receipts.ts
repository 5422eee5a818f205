import type { SessaoAssinatura } from '@rubrica/contract';

/** The open log's word for one act of this page. Nobody gives it a second time: a page that was loaded again has none. */
export interface Receipt {
  readonly documentoId: string;
  readonly titulo: string;
  readonly recibo: string;
}

/**
 * The receipts of an act that was just answered after those of before: a set may be signed after one of its documents was
 * refused. Titles are those by which the person knows the documents.
 */
export const withThoseOf = (
  { documentos }: { readonly documentos: readonly { readonly id: string; readonly recibo: string }[] },
  { receipts, session }: { readonly receipts: readonly Receipt[]; readonly session: SessaoAssinatura | null },
): Receipt[] => [
  ...receipts,
  ...documentos.map(({ id, recibo }) => ({
    documentoId: id,
    titulo: session?.documentos.find((one) => one.id === id)?.titulo ?? id,
    recibo,
  })),
];

/** Enough of an id to tell files in a folder apart. */
const SHORT_ID = 8;

/**
 * The file in which receipts are kept: a single one as it came, several each below the title of its document.
 * @param code the validation code of the first one's document, where the page has it by now
 */
export function receiptFile(receipts: readonly Receipt[], code: string | null): { name: string; text: string } {
  const [first] = receipts;
  const name = `recibo-${code ?? first?.documentoId.slice(0, SHORT_ID)}.txt`;
  if (receipts.length === 1) return { name, text: first?.recibo ?? '' };
  return { name, text: receipts.map(({ titulo, recibo }) => `${titulo.replace(/\s+/g, ' ')}\n${recibo}`).join('\n') };
}
