import { formatNumber as n } from '../core/writer.ts';
import { type FontSet, spellOut } from '../fonts.ts';
import { pdfDate } from '../seal/seal.ts';
import { Sheets } from '../typeset/sheets.ts';
import { attachmentEntries, type CertificateAttachment } from './attachments.ts';
import { drawDocument, drawHashes, drawHead, drawSignerTable, drawSummary } from './cover.ts';
import { drawEvents } from './events.ts';
import { pair, section } from './parts.ts';
import { drawSigner } from './signer.ts';
import { ACCENT, BODY, FINE, MARGIN, RULE, STRONG } from './styles.ts';
import type { CertificateView } from './view.ts';

export type { CertificateAttachment } from './attachments.ts';

/**
 * Sets the completion certificate as an A4 PDF in Brazilian Portuguese, with machine-readable copies embedded as
 * associated files (ISO 32000-2 clause 14.13). The same input gives the same bytes. Not sealed: sealPdf does that.
 * Evidence is recorded as it came, so what no font draws is spelt out instead of refused: everybody has signed by now.
 */
export async function renderCertificate(
  given: CertificateView,
  attachments: readonly CertificateAttachment[],
  fonts: FontSet,
): Promise<Uint8Array> {
  const view = mapTexts(given, (text) => spellOut(fonts, text)) as CertificateView;
  const sheets = new Sheets(fonts, { ...MARGIN });
  drawHead(sheets, view);
  drawSummary(sheets, view);
  for (const note of view.notes ?? []) {
    sheets.y -= 7;
    sheets.paragraph(`Observação: ${note}`, { ...BODY, color: ACCENT }, { gap: 0 });
  }
  drawSignerTable(sheets, view.signers);
  drawHashes(sheets, view);
  drawLevel(sheets, view);
  drawDocument(sheets, view);
  section(sheets, view.signers.length === 1 ? 'Provas da assinatura' : 'Provas de cada assinatura', 120);
  view.signers.forEach((signer, i) => {
    sheets.together(() => drawSigner(sheets, signer, i + 1));
  });
  drawEvents(sheets, view.events);
  drawChain(sheets, view);
  return sheets.finish(
    {
      title: `Certificado ${view.code} — ${view.document.name}`,
      author: view.issuer,
      createdOn: pdfDate(view.issuedOn),
    },
    (index, count) => {
      if (index > 1) drawRunningHead(sheets, view);
      drawPageFoot(sheets, view, index, count);
    },
    { watermark: view.watermark, catalog: attachmentEntries(sheets, attachments, view.issuedOn) },
  );
}

/** The same value with every text in it changed. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapTexts(member, change)]));
}

/** What the level is and is not, with the law it stands on. */
function drawLevel(sheets: Sheets, view: CertificateView): void {
  section(sheets, 'Nível da assinatura e fundamento legal', 60);
  sheets.paragraph(view.level.name, STRONG, { gap: 1 });
  sheets.paragraph(view.level.explanation, BODY);
  for (const text of view.legal) sheets.paragraph(text, BODY);
}

function drawChain(sheets: Sheets, view: CertificateView): void {
  section(sheets, 'Encadeamento dos eventos', 60);
  pair(sheets, 'Elo inicial (SHA-256)', view.chain.first);
  pair(sheets, 'Elo final (SHA-256)', view.events.at(-1)?.hash ?? view.chain.first);
  pair(sheets, 'Hash do conteúdo', view.record.content);
  if (view.record.previous) pair(sheets, 'Hash da versão anterior', view.record.previous);
  pair(sheets, 'Hash do certificado', view.record.hash);
  sheets.y -= 3;
  for (const text of view.chain.explanation) sheets.paragraph(text, BODY);
}

function drawRunningHead(sheets: Sheets, view: CertificateView): void {
  const { left } = sheets.margin;
  const top = sheets.height - 36;
  const width = sheets.measureWidth * 0.76;
  const text = `Certificado de conclusão · ${view.document.name}`;
  sheets.line(sheets.cut({ ...FINE, text, x: left, width }), top);
  const code = { x: left + width, width: sheets.measureWidth - width, align: 'right' as const };
  sheets.line({ ...FINE, style: 'bold', text: view.code, ...code }, top);
  sheets.fill(RULE, left, top - 12, sheets.measureWidth, 0.5);
}

function drawPageFoot(sheets: Sheets, view: CertificateView, index: number, count: number): void {
  const { left } = sheets.margin;
  const width = sheets.measureWidth;
  sheets.draw(`${RULE} ${n(left)} 46 ${n(width)} 0.5 re f\n`);
  sheets.line({ ...FINE, text: `${view.code} · ${view.url}`, x: left, width: width * 0.75 }, 41);
  const page = `Página ${index} de ${count}`;
  sheets.line({ ...FINE, text: page, x: left + width * 0.75, width: width * 0.25, align: 'right' }, 41);
}
