import { dict, name, type PdfDict, type PdfRef, PdfString } from '../core/objects.ts';
import { formatNumber as n, stream } from '../core/writer.ts';
import { qrArt } from '../draw/qr.ts';
import { type FontSet, spellOut } from '../fonts.ts';
import { pdfDate } from '../seal/seal.ts';
import { type Cell, Sheets, type TextStyle } from '../typeset/sheets.ts';
import { drawSigner } from './signer.ts';
import { ACCENT, BODY, FINE, HEADING, LABEL, RULE, STRONG, TITLE } from './styles.ts';
import type { CertificateEvent, CertificateView } from './view.ts';

const LABEL_WIDTH = 112;
/** Columns of the event table, as parts of the measure: number, time, event, hash. */
const COLUMNS = [0.05, 0.22, 0.42, 0.31] as const;

/** A file embedded in the certificate; `description` is for the reader's list of attachments. */
export type CertificateAttachment = { name: string; description: string; bytes: Uint8Array };

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
  const sheets = new Sheets(fonts);
  drawHead(sheets, view);
  drawDocument(sheets, view);
  section(sheets, 'Nível da assinatura');
  sheets.paragraph(view.level.name, STRONG, { gap: 1 });
  sheets.paragraph(view.level.explanation, BODY);
  for (const note of view.notes ?? []) sheets.paragraph(`Observação: ${note}`, { ...BODY, color: ACCENT });
  drawHashes(sheets, view);
  section(sheets, view.signers.length === 1 ? 'Signatário' : `Signatários (${view.signers.length})`);
  view.signers.forEach((signer, i) => {
    sheets.together(() => drawSigner(sheets, signer, i + 1));
  });
  drawEvents(sheets, view.events);
  section(sheets, 'Encadeamento dos eventos');
  pair(sheets, 'Elo inicial (SHA-256)', view.chain.first);
  pair(sheets, 'Hash do conteúdo', view.record.content);
  if (view.record.previous) pair(sheets, 'Hash da versão anterior', view.record.previous);
  pair(sheets, 'Hash do certificado', view.record.hash);
  for (const text of view.chain.explanation) sheets.paragraph(text, BODY);
  section(sheets, 'Fundamento legal');
  for (const text of view.legal) sheets.paragraph(text, BODY);
  return sheets.finish(
    {
      title: `Certificado ${view.code} — ${view.document.name}`,
      author: view.issuer,
      createdOn: pdfDate(view.issuedOn),
    },
    (index, count) => {
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

function drawHead(sheets: Sheets, view: CertificateView): void {
  const { left } = sheets.margin;
  const qr = qrArt(view.url);
  const side = 84;
  const x = sheets.width - sheets.margin.right - side + 8;
  const top = sheets.y + 8;
  const scale = side / qr.side;
  sheets.draw(`q ${n(scale)} 0 0 ${n(scale)} ${n(x)} ${n(top - side)} cm ${qr.content}Q\n`);
  const width = sheets.measureWidth - side - 18;
  const put = (text: string, style: TextStyle, gap: number): void => {
    sheets.row([{ ...style, text, x: left, width }], gap);
  };
  put(view.issuer, { ...LABEL, size: 9 }, 4);
  put('Certificado de conclusão', TITLE, 5);
  put(view.document.name, { ...STRONG, size: 11 }, 5);
  put(`Emitido em ${view.issuedAt}`, LABEL, 3);
  sheets.y = Math.min(sheets.y, top - side - 1);
  sheets.line({ ...STRONG, size: 8, text: view.code, x: x - 40, width: side + 32, align: 'right' }, sheets.y + 1);
  sheets.y -= 13;
  sheets.rule(`${ACCENT}`, 1.2, 8);
}

function drawDocument(sheets: Sheets, view: CertificateView): void {
  section(sheets, 'Documento');
  const { document } = view;
  pair(sheets, 'Nome', document.name);
  if (document.envelope) pair(sheets, 'Envelope', document.envelope);
  pair(sheets, 'Identificador', document.id);
  pair(sheets, 'Páginas', String(document.pages));
  pair(sheets, 'Remetente', document.sentBy);
  if (document.createdAt) pair(sheets, 'Criado em', document.createdAt);
  if (document.sentAt) pair(sheets, 'Enviado em', document.sentAt);
  pair(sheets, 'Concluído em', document.completedAt);
  pair(sheets, 'Código de validação', view.code);
  pair(sheets, 'Validação pública', view.url);
}

function drawHashes(sheets: Sheets, view: CertificateView): void {
  section(sheets, 'Integridade dos arquivos (SHA-256)');
  pair(sheets, 'Arquivo original', view.hashes.original);
  pair(sheets, 'Arquivo assinado', view.hashes.signed);
  if (view.seal) pair(sheets, 'Selo do assinado', view.seal);
  sheets.paragraph(
    'Quem tiver o arquivo pode calcular o seu SHA-256 e comparar com os valores acima: se forem iguais, é exatamente o mesmo arquivo.',
    FINE,
  );
}

/** A section's heading, kept on the sheet with what follows it. */
function section(sheets: Sheets, title: string): void {
  sheets.need(58);
  sheets.y -= 8;
  sheets.row([{ ...HEADING, text: title, x: sheets.margin.left, width: sheets.measureWidth }], 2);
  sheets.rule(RULE, 0.6, 6);
}

/** A label and its value. */
function pair(sheets: Sheets, label: string, value: string): void {
  const { left } = sheets.margin;
  sheets.row([
    { ...LABEL, text: label, x: left, width: LABEL_WIDTH - 6 },
    { ...BODY, text: value, x: left + LABEL_WIDTH, width: sheets.measureWidth - LABEL_WIDTH },
  ]);
}

function drawEvents(sheets: Sheets, events: CertificateEvent[]): void {
  section(sheets, `Trilha de eventos (${events.length})`);
  const columns = eventColumns(sheets);
  const head = (): void => {
    const titles = ['Nº', 'Data e hora', 'Evento', 'Hash do elo (SHA-256)'];
    sheets.row(
      titles.map((text, i): Cell => ({ ...LABEL, size: 7, text, ...(columns[i] as Column) })),
      2,
    );
    sheets.rule(RULE, 0.4, 4);
  };
  head();
  sheets.onOverflow = head;
  events.forEach((event, i) => {
    const about = [event.who, event.detail].filter((part) => part).join(' · ');
    const text = about ? `${event.what}\n${about}` : event.what;
    const half = event.hash.length / 2;
    const hash = `${event.hash.slice(0, half)}\n${event.hash.slice(half)}`;
    const texts = [String(i + 1), event.at, text, hash];
    const sizes = [7, 7, 7.5, 6.2];
    sheets.row(
      texts.map((value, c): Cell => ({ ...BODY, size: sizes[c] as number, text: value, ...(columns[c] as Column) })),
      3.5,
    );
  });
  sheets.onOverflow = undefined;
}

type Column = { x: number; width: number };

function eventColumns(sheets: Sheets): Column[] {
  let x = sheets.margin.left;
  return COLUMNS.map((part) => {
    const column = { x, width: part * sheets.measureWidth - 6 };
    x += part * sheets.measureWidth;
    return column;
  });
}

function drawPageFoot(sheets: Sheets, view: CertificateView, index: number, count: number): void {
  const { left } = sheets.margin;
  const width = sheets.measureWidth;
  sheets.draw(`${RULE} ${n(left)} 44 ${n(width)} 0.5 re f\n`);
  sheets.line({ ...FINE, text: `${view.code} · ${view.url}`, x: left, width: width * 0.75 }, 39);
  const page = `Página ${index} de ${count}`;
  sheets.line({ ...FINE, text: page, x: left + width * 0.75, width: width * 0.25, align: 'right' }, 39);
}

/** Catalog entries for the embedded files (clauses 7.11.4 and 14.13). */
function attachmentEntries(sheets: Sheets, files: readonly CertificateAttachment[], at: Date): PdfDict {
  // A name tree is searched by order (7.9.6).
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const specs = sorted.map((file) => ({ title: PdfString.text(file.name), spec: addFile(sheets, file, at) }));
  return dict({
    AF: specs.map(({ spec }) => spec),
    Names: dict({ EmbeddedFiles: dict({ Names: specs.flatMap(({ title, spec }) => [title, spec]) }) }),
  });
}

function addFile({ writer }: Sheets, file: CertificateAttachment, at: Date): PdfRef {
  const embedded = writer.add(
    stream(
      {
        Type: name('EmbeddedFile'),
        Subtype: name('application/json'),
        Params: dict({ Size: file.bytes.length, ModDate: PdfString.text(pdfDate(at)) }),
      },
      file.bytes,
    ),
  );
  const title = PdfString.text(file.name);
  return writer.add(
    dict({
      Type: name('Filespec'),
      F: title,
      UF: title,
      Desc: PdfString.text(file.description),
      AFRelationship: name('Data'),
      EF: dict({ F: embedded, UF: embedded }),
    }),
  );
}
