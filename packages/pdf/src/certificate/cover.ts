import { formatNumber as n } from '../core/writer.ts';
import { qrArt } from '../draw/qr.ts';
import { type OwnedCell, type Strip, stack, TEARING } from '../typeset/flow.ts';
import type { TextStyle } from '../typeset/sheets.ts';
import type { Role } from '../typeset/structure.ts';
import { type Certificate, pairs, type Row, section, table } from './parts.ts';
import { ACCENT, BODY, FINE, GROUND, LABEL, STRONG, TITLE } from './styles.ts';
import type { CertificateSigner, CertificateView } from './view.ts';

const QR_SIDE = 92;
/** Space between the text and the QR code. */
const GUTTER = 26;
/** How far the first page's header is above the top of the text on the other pages. */
const RAISED = 24;
/** Longer names are set in smaller type, so that the header stays a header. */
const NAME_SIZES: readonly [letters: number, size: number][] = [
  [60, 12.5],
  [130, 10.5],
];
const SMALLEST_NAME = 9;

/** What this sheet is, for which document, and where to verify it. */
export function addHead(certificate: Certificate, view: CertificateView): void {
  const { flow, root } = certificate;
  const { name } = view.document;
  const size = NAME_SIZES.find(([letters]) => name.length <= letters)?.[1] ?? SMALLEST_NAME;
  const sender = view.document.sentBy + (view.sentByDocument ? ` (${view.sentByDocument})` : '');
  const lines: [role: Role, style: TextStyle, text: string, gap: number][] = [
    ['P', LABEL, 'Assinatura eletrônica de documento', 3],
    ['H1', TITLE, 'Certificado de conclusão', 7],
    ['P', { ...STRONG, size }, name, 6],
    ['P', LABEL, `Enviado por ${sender}`, 2],
    ['P', LABEL, `Emitido em ${view.issuedAt}`, 0],
  ];
  const width = flow.width - QR_SIDE - GUTTER;
  const left = stack(
    lines.flatMap(([role, style, text, gap]) => {
      return flow.row([{ ...style, text, x: flow.left, width, owner: root.add(role) }], gap);
    }),
  );
  const right = qrStrip(certificate, view);
  const height = Math.max(left.height, right.height) - RAISED;
  const draw = (top: number): void => {
    const { sheets } = flow;
    sheets.fill(ACCENT, 0, sheets.height, sheets.width, 7);
    left.draw(top + RAISED);
    right.draw(top + RAISED);
  };
  flow.add({ strips: [{ height, gap: 14, lines: left.lines, draw }], tearing: 0 });
}

/** The QR code with its code in text below. */
function qrStrip({ flow, root }: Certificate, view: CertificateView): Strip {
  const { sheets } = flow;
  const x = flow.left + flow.width - QR_SIDE;
  const qr = qrArt(view.url);
  const scale = QR_SIDE / qr.side;
  const top = sheets.top + RAISED;
  const box: [number, number, number, number] = [x, top - QR_SIDE, x + QR_SIDE, top];
  const figure = root.add('Figure', { alt: `Código QR que leva à validação pública: ${view.url}`, box });
  const under = { x: x - 22, width: QR_SIDE + 22, align: 'right' as const };
  const [code, hint] = [root.add('P'), root.add('P')];
  const draw = (at: number): void => {
    sheets.draw(`q ${n(scale)} 0 0 ${n(scale)} ${n(x)} ${n(at - QR_SIDE)} cm ${qr.content}Q\n`, figure);
    sheets.line({ ...STRONG, size: 8.5, text: view.code, ...under }, at - QR_SIDE - 3, code);
    sheets.line({ ...FINE, text: 'Confira pelo QR ou pelo código', ...under }, at - QR_SIDE - 15, hint);
  };
  return { height: QR_SIDE + 24, gap: 0, lines: 2, draw };
}

/** The result in one line: done, by whom, at which level, with how many pages. */
export function addSummary({ flow, root }: Certificate, view: CertificateView): void {
  const signed = view.signers.filter(({ steps }) => steps.signedAt).length;
  const people = view.signers.length;
  const facts: [string, string, part: number][] = [
    ['Documento concluído em', view.document.completedAt, 0.315],
    ['Assinaram', people === 1 && signed === 1 ? '1 pessoa' : `${signed} de ${people} pessoas`, 0.215],
    ['Nível', view.level.name, 0.32],
    ['Extensão', view.document.pages === 1 ? '1 página' : `${view.document.pages} páginas`, 0.15],
  ];
  const list = root.add('L');
  let x = flow.left;
  const cells = facts.map(([label, value, part]): OwnedCell => {
    const width = flow.width * part;
    const at = { x: x + 10, width: width - 14 };
    x += width;
    const owner = list.add('LI').add('LBody');
    return { ...LABEL, size: 7.5, text: label, ...at, owner, below: { ...STRONG, size: 8.5, text: value } };
  });
  const row = stack(flow.row(cells, 0));
  const height = row.height + 16;
  const draw = (top: number): void => {
    flow.sheets.fill(GROUND, flow.left, top, flow.width, height);
    flow.sheets.fill(ACCENT, flow.left, top, 2.4, height);
    row.draw(top - 8);
  };
  flow.add({ strips: [{ ...row, height, draw }], tearing: 0 });
  for (const note of view.notes ?? []) {
    flow.white(7);
    flow.paragraph(`Observação: ${note}`, { ...BODY, color: ACCENT }, root.add('P'), { gap: 0 });
  }
}

/** Who is responsible for the seal, and who sent the document. */
export function addSealedBy(certificate: Certificate, view: CertificateView): void {
  section(certificate, 'Quem selou e quem enviou');
  const { operator, sealFacts } = view;
  const withDocument = (name: string, document?: string): string => (document ? `${name} — ${document}` : name);
  pairs(certificate, [
    ['Operador do serviço', operator && withDocument(operator.name, operator.document)],
    ['Remetente', withDocument(view.document.sentBy, view.sentByDocument)],
    ['Selado por', view.issuer],
    ['Selo do arquivo', view.seal],
    ['Emissor do selo', sealFacts?.issuer],
    ['Validade do selo', sealFacts?.validity],
    ['Impressão digital', sealFacts && `SHA-256 ${sealFacts.fingerprint}`],
  ]);
}

/** The two hashes, each on its own background so that they can be compared character by character. */
export function addHashes(certificate: Certificate, view: CertificateView): void {
  const { flow, root } = certificate;
  section(certificate, 'Integridade dos arquivos (SHA-256)');
  const rows: [string, string][] = [
    ['Arquivo original', view.hashes.original],
    ['Arquivo assinado', view.hashes.signed],
  ];
  const owner = root.add('Table');
  const strips = rows.map(([label, hash]): Strip => {
    const row = owner.add('TR');
    const [head, cell] = [row.add('TH', { scope: 'Row' }), row.add('TD')];
    const draw = (top: number): void => {
      const { sheets, left, width } = flow;
      sheets.fill(GROUND, left, top, width, 17);
      sheets.line({ ...STRONG, size: 8.5, text: label, x: left + 8, width: 104 }, top - 3.5, head);
      sheets.line({ ...BODY, size: 8.8, text: hash, x: left + 118, width: width - 126 }, top - 3.3, cell);
    };
    return { height: 17, gap: 3, lines: 1, draw };
  });
  flow.add({ strips, tearing: TEARING.lines });
  flow.white(3);
  flow.paragraph(
    'Quem tiver um dos arquivos pode calcular o seu SHA-256 e comparar com o valor acima: se for igual, é exatamente o mesmo arquivo, sem um byte de diferença. O arquivo original está inteiro, sem alteração, no começo do arquivo assinado.',
    FINE,
    root.add('P'),
  );
}

const SIGNER_COLUMNS = [
  ['Nº', 0.05],
  ['Pessoa', 0.37],
  ['Como foi reconhecida', 0.31],
  ['Resultado', 0.27],
] as const;

/** Who signed, how each signer was identified, and when: what most readers need. */
export function addSignerTable(certificate: Certificate, signers: readonly CertificateSigner[]): void {
  section(certificate, signers.length === 1 ? 'Quem assinou' : `Quem assinou (${signers.length} pessoas)`);
  table(certificate, SIGNER_COLUMNS, signers.map(signerRow));
}

function signerRow(signer: CertificateSigner, i: number): Row {
  const about = [signer.role, signer.document].filter(Boolean).join(' · ');
  const done = signer.factors.filter(({ fulfilledAt }) => fulfilledAt).map(({ name }) => name);
  const proven = signer.provenBy?.map(({ factor, value }) => `${factor}: ${value}`) ?? done;
  const when = signer.steps.signedAt ?? signer.steps.refusedAt;
  return [
    { ...FINE, size: 8, text: String(i + 1) },
    { ...STRONG, size: 8.5, text: signer.name, below: { ...FINE, size: 7.5, text: about } },
    { ...BODY, size: 8, text: proven.length > 0 ? proven.join('\n') : 'nenhum fator cumprido' },
    {
      ...(signer.steps.signedAt ? STRONG : BODY),
      size: 8,
      text: signer.status,
      ...(when ? { below: { ...FINE, size: 7.5, text: when } } : {}),
    },
  ];
}

/** The document's details as stored by the service. */
export function addDocument(certificate: Certificate, view: CertificateView): void {
  section(certificate, 'Documento');
  const { document } = view;
  pairs(certificate, [
    ['Nome', document.name],
    ['Envelope', document.envelope],
    ['Identificador', document.id],
    ['Criado em', document.createdAt],
    ['Enviado em', document.sentAt],
    ['Concluído em', document.completedAt],
    ['Código de validação', view.code],
    ['Validação pública', view.url],
  ]);
}
