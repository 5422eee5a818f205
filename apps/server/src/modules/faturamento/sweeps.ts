import type { Sweep } from '../../core/sweep.ts';
import { closeInvoices, type InvoicingDeps } from './close.ts';

/** Reads an index and has nothing to do on all but one run a month. */
const CLOSING_EVERY_MS = 10_000;

export const sweeps = (deps: InvoicingDeps): Sweep[] => [
  { name: 'fechar-faturas', everyMs: CLOSING_EVERY_MS, run: () => closeInvoices(deps) },
];
