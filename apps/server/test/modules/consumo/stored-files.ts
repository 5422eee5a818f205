import { expect } from 'vitest';
import { documentForm, type Sender, tinyPdf, until } from './world.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
export const MEGABYTE = 1024 * 1024;

/** A PDF of at least so many bytes: what follows the end of file is part of the file. */
export function pdfOf(bytes: number): Uint8Array {
  const pdf = Buffer.from(tinyPdf());
  const padding = Buffer.from(`\n%${'x'.repeat(bytes)}\n`);
  const eof = pdf.lastIndexOf('startxref');
  return Buffer.concat([pdf.subarray(0, eof), padding, pdf.subarray(eof)]);
}

export interface Line {
  quantidade: number;
  ocorridoEm: string;
  descricao: string;
}
export const lines = async (by: Sender): Promise<Line[]> =>
  (await by.api('/consumo/extrato?tipo=ARMAZENAMENTO_MB_DIA&limite=100')).body.itens;
const measuredUpTo = async (by: Sender): Promise<string> => {
  const { id } = (await by.api('/organizacao')).body;
  const [row] = await by.service.owner`select armazenamento_ate from organizacao where id = ${id}`;
  return row?.armazenamento_ate;
};
export const dayIn = (instant: string | Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date(instant));
const yesterday = (by: Sender) => dayIn(new Date(by.service.clock.now().getTime() - DAY_MS));

/** Sets the clock to one hour after the end of the present day in Brasília, and waits until that day is measured. */
export async function endOfDay(by: Sender, days = 1): Promise<void> {
  const now = by.service.clock.now().getTime();
  // Midnight in Brasília is three o'clock UTC.
  const sinceMidnight = (now - 3 * HOUR_MS) % DAY_MS;
  await by.advance(days * DAY_MS - sinceMidnight + HOUR_MS);
  await until(async () => (await measuredUpTo(by)) === yesterday(by));
}

export const upload = async (by: Sender, bytes: number): Promise<string> => {
  const created = await by.api('/documentos', 'POST', documentForm(pdfOf(bytes), { titulo: 'Planta' }));
  expect([created.status, created.body.erros]).toEqual([201, undefined]);
  return created.body.id;
};
