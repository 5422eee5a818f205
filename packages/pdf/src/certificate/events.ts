import type { Cell, Sheets } from '../typeset/sheets.ts';
import { section } from './parts.ts';
import { BODY, FINE, HAIR, RULE, STRONG } from './styles.ts';
import type { CertificateEvent } from './view.ts';

/** Columns of the event table, as parts of the measure: number, time, event, hash. */
const COLUMNS = [0.06, 0.24, 0.41, 0.29] as const;

type Column = { x: number; width: number };

/** The whole trail, oldest first, each event with its link's hash; the head of the table comes again on every sheet. */
export function drawEvents(sheets: Sheets, events: CertificateEvent[]): void {
  section(sheets, `Trilha de eventos (${events.length})`, 70);
  const columns = eventColumns(sheets);
  const head = (): void => {
    const titles = ['Nº', 'Data e hora', 'Evento', 'Hash do elo (SHA-256)'];
    sheets.row(
      titles.map((text, i): Cell => ({ ...FINE, text, ...(columns[i] as Column) })),
      2,
    );
    sheets.rule(RULE, 0.4, 4);
  };
  head();
  sheets.onOverflow = head;
  events.forEach((event, i) => {
    sheets.row(eventCells(event, i + 1, columns), 3);
    sheets.rule(HAIR, 0.35, 3.2);
  });
  sheets.onOverflow = undefined;
}

function eventCells(event: CertificateEvent, number: number, columns: Column[]): Cell[] {
  const half = event.hash.length / 2;
  const about = [event.who, event.detail].filter(Boolean).join('\n');
  const cells: Omit<Cell, 'x' | 'width'>[] = [
    { ...FINE, text: String(number) },
    { ...BODY, size: 7.2, text: event.at },
    { ...STRONG, size: 7.6, text: event.what, below: { ...FINE, text: about } },
    { ...FINE, size: 6.2, text: `${event.hash.slice(0, half)}\n${event.hash.slice(half)}` },
  ];
  return cells.map((cell, i) => ({ ...cell, ...(columns[i] as Column) }));
}

function eventColumns(sheets: Sheets): Column[] {
  let x = sheets.margin.left;
  return COLUMNS.map((part) => {
    const column = { x, width: part * sheets.measureWidth - 8 };
    x += part * sheets.measureWidth;
    return column;
  });
}
