import { type Certificate, type Row, section, table } from './parts.ts';
import { BODY, FINE, STRONG } from './styles.ts';
import type { CertificateEvent } from './view.ts';

const COLUMNS = [
  ['Nº', 0.06],
  ['Data e hora', 0.24],
  ['Evento', 0.41],
  ['Hash do elo (SHA-256)', 0.29],
] as const;

/** The whole trail, oldest first, each event with its link's hash. */
export function addEvents(certificate: Certificate, events: readonly CertificateEvent[]): void {
  section(certificate, `Trilha de eventos (${events.length})`);
  table(certificate, COLUMNS, events.map(eventRow));
}

function eventRow(event: CertificateEvent, i: number): Row {
  const half = event.hash.length / 2;
  const about = [event.who, event.detail].filter(Boolean).join('\n');
  return [
    { ...FINE, text: String(i + 1) },
    { ...BODY, size: 7.2, text: event.at },
    { ...STRONG, size: 7.6, text: event.what, below: { ...FINE, text: about } },
    { ...FINE, size: 6.2, text: `${event.hash.slice(0, half)}\n${event.hash.slice(half)}`, solid: true },
  ];
}
