import { roundFraction } from './field-kinds.ts';

const COLUMNS = [0.08, 0.54] as const;
const WIDTH = 0.38;
const HEIGHT = 0.07;
const LOWEST = 0.88;
const ROW = 0.09;
const ROWS = Math.floor(LOWEST / ROW) + 1;

/**
 * A signature field for each person, where nobody says where: from the foot of the last page upwards, two in a row, and on
 * with the page before once that is full. On the first page, which has none before it, they begin again at the foot.
 * @param document its pages, and people
 * @returns fields as `PUT /documentos/{documentoId}/campos` takes them, in the order of the people
 */
export function signatureFields(document: {
  readonly paginas: number;
  readonly signatarios: readonly { readonly id: string }[];
}) {
  return document.signatarios.map(({ id }, index) => {
    const row = Math.floor(index / COLUMNS.length);
    return {
      tipo: 'ASSINATURA' as const,
      signatarioId: id,
      pagina: Math.max(1, document.paginas - Math.floor(row / ROWS)),
      x: COLUMNS[index % COLUMNS.length] as number,
      y: roundFraction(LOWEST - ROW * (row % ROWS)),
      largura: WIDTH,
      altura: HEIGHT,
    };
  });
}
