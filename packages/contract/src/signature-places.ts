import { roundFraction } from './field-kinds.ts';

/** Where a field stands: the page from 1, the rest in fractions of the visible page. */
export interface Place {
  readonly pagina: number;
  readonly x: number;
  readonly y: number;
  readonly largura: number;
  readonly altura: number;
}

const COLUMNS = [0.08, 0.54] as const;
const WIDTH = 0.38;
const HEIGHT = 0.07;
const LOWEST = 0.88;
const ROW = 0.09;
const ROWS = Math.floor(LOWEST / ROW) + 1;

/**
 * Places for signatures where nobody says: from the foot of the last page upwards, two in a row, and on with the page before
 * once that is full. On the first page, which has none before it, they begin again at the foot.
 * @param paginas of the file @param count one for each person
 */
export function signaturePlaces(paginas: number, count: number): Place[] {
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / COLUMNS.length);
    return {
      pagina: Math.max(1, paginas - Math.floor(row / ROWS)),
      x: COLUMNS[index % COLUMNS.length] as number,
      y: roundFraction(LOWEST - ROW * (row % ROWS)),
      largura: WIDTH,
      altura: HEIGHT,
    };
  });
}
