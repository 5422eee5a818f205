import { formatNumber as n } from '../core/writer.ts';
import { type OwnedCell, type Strip, stack, TEARING } from '../typeset/flow.ts';
import type { Element } from '../typeset/structure.ts';
import { type Certificate, pairStrips } from './parts.ts';
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
const LABEL_WIDTH = 94;
const COLUMNS = 3;
const SIZE = 8;

/** One signer's evidence: who, contacted how, proven how, the time of each step, from where, with which values. */
export function addSigner(certificate: Certificate, signer: CertificateSigner, number: number): void {
  const { flow, root } = certificate;
  const head = title(certificate, signer, number);
  const table = root.add('Table');
  const style = { indent: INDENT, labelWidth: LABEL_WIDTH, size: SIZE, gap: 2 };
  const of = (label: string, texts: readonly string[]): [string, string][] => {
    return texts.map((text, i) => [i === 0 ? label : '', text]);
  };
  const strips = [
    head,
    ...pairStrips(flow, table, facts(signer), style),
    ...pairStrips(flow, table, of('Provado', proofs(signer)), style),
    ...pairStrips(flow, table, of('Assinatura passada', signer.passedOn ?? []), style),
    ...pairStrips(flow, table, of('Dados corrigidos', signer.corrections ?? []), style),
    ...pairStrips(
      flow,
      table,
      of(
        'Preenchido',
        (signer.values ?? []).map(({ label, value }) => `${label}: ${value}`),
      ),
      style,
    ),
    ...grid(certificate, 'Etapas', steps(signer)),
    ...(signer.provenBy ? [] : grid(certificate, 'Fatores exigidos', demanded(signer))),
  ];
  (strips.at(-1) as Strip).gap += 3;
  const last = stack([strips.at(-1) as Strip, flow.rule(RULE, 0.4, 8)]);
  flow.add({ strips: [...strips.slice(0, -1), last], tearing: TEARING.proofs });
}

/** The name, with role and outcome at the other end of the line, and a bullet before them. */
function title({ flow, root }: Certificate, signer: CertificateSigner, number: number): Strip {
  const width = flow.width - INDENT;
  const x = flow.left + INDENT;
  const [head, standing] = [root.add('H3'), root.add('P')];
  const name: OwnedCell = {
    ...STRONG,
    size: 10.5,
    text: `${number}. ${signer.name}`,
    x,
    width: width * 0.66,
    owner: head,
  };
  const strip = stack(flow.row([name], 4));
  const draw = (top: number): void => {
    flow.sheets.draw(`${ACCENT} ${n(flow.left)} ${n(top - 11)} 2.4 11 re f\n`);
    strip.draw(top);
    const at = { x: x + width * 0.68, width: width * 0.32, align: 'right' as const };
    flow.sheets.line({ ...LABEL, text: `${signer.role} · ${signer.status}`, ...at }, top - 1, standing);
  };
  return { ...strip, lines: 0, draw };
}

function facts(signer: CertificateSigner): [string, string][] {
  const address = signer.ip && [signer.ip, signer.port && `porta ${signer.port}`].filter(Boolean).join(', ');
  const place = [signer.location, signer.locationPrecision].filter(Boolean).join(' — ');
  const rows: [string, string | undefined][] = [
    ['Contato utilizado', signer.contact],
    ['Presencial', signer.inPerson],
    ['CPF/CNPJ', signer.document],
    ['Transação', signer.transactionId],
    ['Endereço IP', address && signer.ipSource ? `${address} (${signer.ipSource})` : address],
    ['Localização', place],
    ['Aparelho', signer.device],
    ['Navegador', signer.userAgent],
    ['Termo de aceite', signer.acceptance],
    ['Motivo da recusa', signer.refusal],
  ];
  return rows.filter((row): row is [string, string] => Boolean(row[1]));
}

/** What was proven and for which value; what was required but not proven. */
function proofs({ provenBy, factors }: CertificateSigner): string[] {
  if (!provenBy) return [];
  const open = factors.filter(({ fulfilledAt }) => !fulfilledAt).map(({ name }) => `${name}: não cumprido`);
  const told = provenBy.map(({ factor, value, at, how, elsewhere }) =>
    [`${factor}: ${value} — ${how}, em ${at}`, ...(elsewhere ? [elsewhere] : [])].join('; '),
  );
  return [...told, ...open];
}

type Item = { label: string; at: string };

function steps(signer: CertificateSigner): Item[] {
  return Object.entries(STEPS).flatMap(([key, label]) => {
    const at = signer.steps[key as keyof typeof STEPS];
    return at ? [{ label, at }] : [];
  });
}

function demanded(signer: CertificateSigner): Item[] {
  return signer.factors.map(({ name, fulfilledAt }) => ({ label: name, at: fulfilledAt ?? 'não cumprido' }));
}

/** Things that happened and when, three per row: the label in grey, the time below it. */
function grid({ flow, root }: Certificate, label: string, items: readonly Item[]): Strip[] {
  if (items.length === 0) return [];
  const x = flow.left + INDENT;
  const width = (flow.width - INDENT - LABEL_WIDTH) / COLUMNS;
  const caption = root.add('P');
  const list = root.add('L');
  const strips: Strip[] = [];
  for (let i = 0; i < items.length; i += COLUMNS) {
    const cells = items.slice(i, i + COLUMNS).map((item, c) => cellOf(item, list, x + LABEL_WIDTH + c * width, width));
    const title = { ...LABEL, size: SIZE, text: i === 0 ? label : '', x, width: LABEL_WIDTH - 6, owner: caption };
    strips.push(...flow.row([title, ...cells], 3));
  }
  return strips;
}

function cellOf({ label, at }: Item, list: Element, x: number, width: number): OwnedCell {
  const style = { ...BODY, size: 7.5 };
  const owner = list.add('LI').add('LBody');
  return { ...style, color: LABEL.color, text: label, x, width: width - 8, owner, below: { ...style, text: at } };
}
