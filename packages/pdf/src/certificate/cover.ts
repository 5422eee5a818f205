import { formatNumber as n } from '../core/writer.ts';
import { qrArt } from '../draw/qr.ts';
import type { Cell, Sheets } from '../typeset/sheets.ts';
import { pair, section } from './parts.ts';
import { ACCENT, BODY, FINE, GROUND, HAIR, LABEL, STRONG, TITLE } from './styles.ts';
import type { CertificateSigner, CertificateView } from './view.ts';

const QR_SIDE = 92;
/** Space between the text and the QR code. */
const GUTTER = 26;
/** Longer names are set smaller, so that the head stays a head. */
const NAME_SIZES: readonly [letters: number, size: number][] = [
  [60, 12.5],
  [130, 10.5],
];
const SMALLEST_NAME = 9;

/** What the sheet is, of which document, and where it is checked. */
export function drawHead(sheets: Sheets, view: CertificateView): void {
  const { left } = sheets.margin;
  sheets.fill(ACCENT, 0, sheets.height, sheets.width, 7);
  sheets.y = sheets.height - 44;
  const top = sheets.y;
  const x = sheets.width - sheets.margin.right - QR_SIDE;
  const qr = qrArt(view.url);
  const scale = QR_SIDE / qr.side;
  sheets.draw(`q ${n(scale)} 0 0 ${n(scale)} ${n(x)} ${n(top - QR_SIDE)} cm ${qr.content}Q\n`);
  const under = { x: x - 22, width: QR_SIDE + 22, align: 'right' as const };
  sheets.line({ ...STRONG, size: 8.5, text: view.code, ...under }, top - QR_SIDE - 3);
  sheets.line({ ...FINE, text: 'Confira pelo QR ou pelo código', ...under }, top - QR_SIDE - 15);

  const width = sheets.measureWidth - QR_SIDE - GUTTER;
  const { name } = view.document;
  const size = NAME_SIZES.find(([letters]) => name.length <= letters)?.[1] ?? SMALLEST_NAME;
  const put = (cell: Omit<Cell, 'x' | 'width'>, gap: number): void => sheets.row([{ ...cell, x: left, width }], gap);
  put({ ...LABEL, text: 'Assinatura eletrônica de documento' }, 3);
  put({ ...TITLE, text: 'Certificado de conclusão' }, 7);
  put({ ...STRONG, size, text: name }, 6);
  put({ ...LABEL, text: `Enviado por ${view.document.sentBy}` }, 2);
  put({ ...LABEL, text: `Emitido em ${view.issuedAt}` }, 0);
  sheets.y = Math.min(sheets.y, top - QR_SIDE - 24) - 14;
}

/** The answer in one line: done, by whom, at which level, over how much. */
export function drawSummary(sheets: Sheets, view: CertificateView): void {
  const signed = view.signers.filter(({ steps }) => steps.signedAt).length;
  const people = view.signers.length;
  const facts: [string, string][] = [
    ['Documento concluído em', view.document.completedAt],
    ['Assinaturas', people === 1 && signed === 1 ? '1 pessoa assinou' : `${signed} de ${people} pessoas assinaram`],
    ['Nível', view.level.name],
    ['Extensão', view.document.pages === 1 ? '1 página' : `${view.document.pages} páginas`],
  ];
  const { left } = sheets.margin;
  const parts = [0.31, 0.27, 0.27, 0.15];
  let x = left;
  const cells = facts.map(([label, value], i): Cell => {
    const width = sheets.measureWidth * (parts[i] as number);
    const cell: Cell = { ...LABEL, size: 7.5, text: label, x: x + 10, width: width - 14 };
    x += width;
    return { ...cell, below: { ...STRONG, size: 8.5, text: value } };
  });
  const height = sheets.rowHeight(cells) + 16;
  sheets.fill(GROUND, left, sheets.y, sheets.measureWidth, height);
  sheets.fill(ACCENT, left, sheets.y, 2.4, height);
  sheets.y -= 8;
  sheets.row(cells, 8);
}

/** Who signed, how each was recognised, and when: the page most readers need. */
export function drawSignerTable(sheets: Sheets, signers: CertificateSigner[]): void {
  section(sheets, signers.length === 1 ? 'Signatário' : `Signatários (${signers.length})`);
  const { left } = sheets.margin;
  const parts = [0.05, 0.41, 0.24, 0.3];
  let x = left;
  const columns = parts.map((part) => {
    const column = { x, width: part * sheets.measureWidth - 8 };
    x += part * sheets.measureWidth;
    return column;
  }) as [Column, Column, Column, Column];
  const head = (): void => {
    const titles = ['Nº', 'Pessoa', 'Como foi reconhecida', 'Resultado'];
    sheets.row(
      titles.map((text, i): Cell => ({ ...FINE, text, ...(columns[i] as Column) })),
      3,
    );
    sheets.rule(HAIR, 0.5, 5);
  };
  head();
  sheets.onOverflow = head;
  signers.forEach((signer, i) => {
    sheets.row(signerCells(signer, i + 1, columns), 4);
    sheets.rule(HAIR, 0.4, 4);
  });
  sheets.onOverflow = undefined;
}

type Column = { x: number; width: number };

function signerCells(signer: CertificateSigner, number: number, columns: [Column, Column, Column, Column]): Cell[] {
  const [order, person, proof, outcome] = columns;
  const about = [signer.role, signer.document].filter(Boolean).join(' · ');
  const done = signer.factors.filter(({ fulfilledAt }) => fulfilledAt).map(({ name }) => name);
  const when = signer.steps.signedAt ?? signer.steps.refusedAt;
  return [
    { ...FINE, size: 8, text: String(number), ...order },
    { ...STRONG, size: 8.5, text: signer.name, ...person, below: { ...FINE, size: 7.5, text: about } },
    { ...BODY, size: 8, text: done.length > 0 ? done.join(', ') : 'nenhum fator cumprido', ...proof },
    {
      ...(signer.steps.signedAt ? STRONG : BODY),
      size: 8,
      text: signer.status,
      ...outcome,
      ...(when ? { below: { ...FINE, size: 7.5, text: when } } : {}),
    },
  ];
}

/** What the document is, as the service holds it. */
export function drawDocument(sheets: Sheets, view: CertificateView): void {
  section(sheets, 'Documento', 125);
  const { document } = view;
  pair(sheets, 'Nome', document.name);
  if (document.envelope) pair(sheets, 'Envelope', document.envelope);
  pair(sheets, 'Identificador', document.id);
  pair(sheets, 'Remetente', document.sentBy);
  if (document.createdAt) pair(sheets, 'Criado em', document.createdAt);
  if (document.sentAt) pair(sheets, 'Enviado em', document.sentAt);
  pair(sheets, 'Concluído em', document.completedAt);
  pair(sheets, 'Código de validação', view.code);
  pair(sheets, 'Validação pública', view.url);
}

/** The two hashes, each on ground of its own so that it can be compared letter by letter. */
export function drawHashes(sheets: Sheets, view: CertificateView): void {
  section(sheets, 'Integridade dos arquivos (SHA-256)', 90);
  const { left } = sheets.margin;
  const rows: [string, string][] = [
    ['Arquivo original', view.hashes.original],
    ['Arquivo assinado', view.hashes.signed],
  ];
  for (const [label, hash] of rows) {
    sheets.need(20);
    sheets.fill(GROUND, left, sheets.y, sheets.measureWidth, 17);
    const x = left + 112;
    sheets.line({ ...STRONG, size: 8.5, text: label, x: left + 8, width: 100 }, sheets.y - 3.5);
    sheets.line({ ...BODY, size: 8.8, text: hash, x, width: sheets.measureWidth - 120 }, sheets.y - 3.3);
    sheets.y -= 20;
  }
  sheets.y -= 3;
  pair(sheets, 'Selado por', view.issuer);
  if (view.seal) pair(sheets, 'Selo do assinado', view.seal);
  sheets.paragraph(
    'Quem tiver um dos arquivos pode calcular o seu SHA-256 e comparar com o valor acima: se for igual, é exatamente o mesmo arquivo, sem um byte de diferença. O arquivo original está inteiro, sem alteração, no começo do arquivo assinado.',
    FINE,
  );
}
