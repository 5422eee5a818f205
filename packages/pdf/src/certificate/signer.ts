import { formatNumber as n } from '../core/writer.ts';
import type { Cell, Sheets } from '../typeset/sheets.ts';
import { ACCENT, BODY, LABEL, RULE, STRONG } from './styles.ts';
import type { CertificateSigner } from './view.ts';

const STEPS = {
  sentAt: 'Convite enviado',
  viewedAt: 'Documento aberto',
  authenticatedAt: 'Identidade confirmada',
  readAt: 'Leitura concluída',
  acceptedAt: 'Termo aceito',
  signedAt: 'Assinou',
  refusedAt: 'Recusou',
} as const;

const INDENT = 12;
const LABEL_WIDTH = 90;
const COLUMNS = 3;

/** One signer's evidence: who, by which contact, how proved, when each step, from where. */
export function drawSigner(sheets: Sheets, signer: CertificateSigner, number: number): void {
  const { left } = sheets.margin;
  sheets.need(60);
  const top = sheets.y;
  sheets.draw(`${ACCENT} ${n(left)} ${n(top - 11)} 2.4 11 re f\n`);
  const width = sheets.measureWidth - INDENT;
  sheets.row([{ ...STRONG, size: 10.5, text: `${number}. ${signer.name}`, x: left + INDENT, width: width * 0.66 }], 4);
  const standing = `${signer.role} · ${signer.status}`;
  sheets.line(
    { ...LABEL, text: standing, x: left + INDENT + width * 0.68, width: width * 0.32, align: 'right' },
    top - 1,
  );
  for (const [label, value] of facts(signer)) pair(sheets, label, value);
  const steps = Object.entries(STEPS).flatMap(([key, label]) => {
    const at = signer.steps[key as keyof typeof STEPS];
    return at ? [{ label, at }] : [];
  });
  grid(sheets, 'Etapas', steps);
  grid(
    sheets,
    'Fatores exigidos',
    signer.factors.map(({ name, fulfilledAt }) => ({ label: name, at: fulfilledAt ?? 'não cumprido' })),
  );
  sheets.y -= 3;
  sheets.rule(RULE, 0.4, 8);
}

function facts(signer: CertificateSigner): [string, string][] {
  const address = signer.ip && [signer.ip, signer.port && `porta ${signer.port}`].filter(Boolean).join(', ');
  const place = [signer.location, signer.locationPrecision].filter(Boolean).join(' — ');
  const rows: [string, string | undefined][] = [
    ['Contato utilizado', signer.contact],
    ['CPF/CNPJ', signer.document],
    ['Transação', signer.transactionId],
    ['Endereço IP', address && signer.ipSource ? `${address} (${signer.ipSource})` : address],
    ['Localização', place],
    ['Navegador', signer.userAgent],
    ['Termo de aceite', signer.acceptance],
    ['Motivo da recusa', signer.refusal],
  ];
  return rows.filter((row): row is [string, string] => Boolean(row[1]));
}

function pair(sheets: Sheets, label: string, value: string): void {
  const x = sheets.margin.left + INDENT;
  sheets.row(
    [
      { ...LABEL, size: 8, text: label, x, width: LABEL_WIDTH - 6 },
      { ...BODY, size: 8, text: value, x: x + LABEL_WIDTH, width: sheets.measureWidth - INDENT - LABEL_WIDTH },
    ],
    2,
  );
}

/** Things that happened and when, three to a row: what in grey, the time under it. */
function grid(sheets: Sheets, label: string, items: { label: string; at: string }[]): void {
  const x = sheets.margin.left + INDENT;
  const width = (sheets.measureWidth - INDENT - LABEL_WIDTH) / COLUMNS;
  for (let i = 0; i < items.length; i += COLUMNS) {
    const cell = (text: string, c: number): Cell => ({
      ...BODY,
      size: 7.5,
      text,
      x: x + LABEL_WIDTH + c * width,
      width: width - 8,
    });
    const group = items.slice(i, i + COLUMNS);
    sheets.need(22);
    const title: Cell = { ...LABEL, size: 8, text: i === 0 ? label : '', x, width: LABEL_WIDTH - 6 };
    sheets.row([title, ...group.map((item, c) => ({ ...cell(item.label, c), color: LABEL.color }))], 0);
    sheets.row(
      group.map((item, c) => cell(item.at, c)),
      3,
    );
  }
}
