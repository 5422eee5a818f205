import { type FontSet, spellOut } from '../fonts.ts';
import { archiveEntries } from '../typeset/archive.ts';
import { Flow } from '../typeset/flow.ts';
import { Sheets } from '../typeset/sheets.ts';
import { addAcceptanceTexts, addActiveContent, addChain, addLevel, addReferences, addSenderFields } from './annexes.ts';
import { attachmentEntries, type CertificateAttachment } from './attachments.ts';
import { addDocument, addHashes, addHead, addSealedBy, addSignerTable, addSummary } from './cover.ts';
import { addEvents } from './events.ts';
import { section } from './parts.ts';
import { addSigner } from './signer.ts';
import { FINE, MARGIN, RULE } from './styles.ts';
import type { CertificateView } from './view.ts';

export type { CertificateAttachment } from './attachments.ts';

/**
 * Renders the completion certificate as an A4 PDF in Brazilian Portuguese: PDF/A-3a (ISO 19005-3), tagged, with
 * machine-readable copies embedded as associated files (ISO 32000-2 clause 14.13). The same input gives the same bytes.
 * Sealing it is up to sealPdf. Evidence is recorded as received, so characters that no font can draw are spelt out
 * instead of refused: everyone has already signed.
 */
export async function renderCertificate(
  given: CertificateView,
  attachments: readonly CertificateAttachment[],
  fonts: FontSet,
): Promise<Uint8Array> {
  const view = mapTexts(given, (text) => spellOut(fonts, text)) as CertificateView;
  const sheets = new Sheets(fonts, { ...MARGIN });
  const flow = new Flow(sheets);
  const certificate = { flow, root: sheets.structure };
  addHead(certificate, view);
  addSummary(certificate, view);
  addSealedBy(certificate, view);
  addHashes(certificate, view);
  addSignerTable(certificate, view.signers);
  addLevel(certificate, view);
  addDocument(certificate, view);
  addActiveContent(certificate, view.activeContent ?? []);
  addSenderFields(certificate, view.senderFields);
  section(certificate, view.signers.length === 1 ? 'Provas da assinatura' : 'Provas de cada assinatura');
  view.signers.forEach((signer, i) => {
    addSigner(certificate, signer, i + 1);
  });
  addEvents(certificate, view.events);
  addChain(certificate, view);
  addAcceptanceTexts(certificate, view.acceptanceTexts);
  addReferences(certificate, view.references);
  flow.set();
  const info = {
    title: `Certificado ${view.code} — ${view.document.name}`,
    author: view.issuer,
    createdOn: view.issuedOn,
  };
  const catalog = new Map([
    ...archiveEntries(sheets.writer, info),
    ...attachmentEntries(sheets, attachments, view.issuedOn),
  ]);
  const each = (index: number, count: number): void => {
    if (index > 1) drawRunningHead(sheets, view);
    drawPageFoot(sheets, view, index, count);
  };
  return sheets.finish(info, each, { watermark: view.watermark, catalog });
}

/** The same value with every text in it transformed. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapTexts(member, change)]));
}

function drawRunningHead(sheets: Sheets, view: CertificateView): void {
  const { left } = sheets.margin;
  const top = sheets.height - 36;
  const width = sheets.measureWidth * 0.76;
  const text = `Certificado de conclusão · ${view.document.name}`;
  sheets.line(sheets.cut({ ...FINE, text, x: left, width }), top, 'Pagination');
  const code = { x: left + width, width: sheets.measureWidth - width, align: 'right' as const };
  sheets.line({ ...FINE, style: 'bold', text: view.code, ...code }, top, 'Pagination');
  sheets.fill(RULE, left, top - 12, sheets.measureWidth, 0.5, 'Pagination');
}

function drawPageFoot(sheets: Sheets, view: CertificateView, index: number, count: number): void {
  const { left } = sheets.margin;
  const width = sheets.measureWidth;
  sheets.fill(RULE, left, 46.5, width, 0.5, 'Pagination');
  sheets.line({ ...FINE, text: `${view.code} · ${view.url}`, x: left, width: width * 0.75 }, 41, 'Pagination');
  const page = `Página ${index} de ${count}`;
  sheets.line({ ...FINE, text: page, x: left + width * 0.75, width: width * 0.25, align: 'right' }, 41, 'Pagination');
}
