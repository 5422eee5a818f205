import type { CertificateAttachment, CertificateView, FontSet } from '@rubrica/pdf';
import { srgbProfile } from '../../packages/pdf/src/typeset/srgb.ts';
import { type Append, deflated, embed, finish, qrCode, shown } from './floor.ts';

/**
 * The certificate written by hand: the same texts with their two fonts, QR code, attachments, and what PDF/A-3a asks
 * for, which is metadata, a colour profile and a structure tree. Each text is a line and a paragraph of its own: no
 * tables, no breaking of lines or pages, no running heads.
 */

const LINES = 52;
const HEADER = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');
const profile = deflated(srgbProfile(), '/N 3');

type Line = readonly [font: 'R' | 'B', text: string];

/** @returns the file, and the entries of its catalog that the seal's update must keep */
export function floorCertificate(
  view: CertificateView,
  attachments: readonly CertificateAttachment[],
  fonts: FontSet,
): { file: Buffer; catalog: string } {
  const lines = linesOf(view);
  const update: Append = { objects: new Map(), size: 5, previous: 0 };
  const textIn = (font: 'R' | 'B') => lines.flatMap((line) => (line[0] === font ? [line[1]] : [])).join('');
  const used = `/R ${embed(update, fonts.regular, textIn('R'), true)} 0 R /B ${embed(update, fonts.bold, textIn('B'), true)} 0 R`;
  const pages: number[] = [];
  const tree = update.size++;
  const root = update.size++;
  const parents: string[] = [];
  const kids: string[] = [];
  for (let from = 0; from < lines.length; from += LINES) {
    const page = pages.length === 0 ? 4 : update.size++;
    const on = lines.slice(from, from + LINES);
    const elements = on.map((_, id) => {
      update.objects.set(update.size, `<</S/P/P ${root} 0 R/Pg ${page} 0 R/K[${id}]>>`);
      return `${update.size++} 0 R`;
    });
    kids.push(...elements);
    parents.push(`${pages.length} [${elements.join(' ')}]`);
    update.objects.set(update.size, deflated(contentOf(on, fonts, from === 0 ? qrCode(view.url) : '')));
    const rest = `/Resources << /Font << ${used} >> >> /Contents ${update.size++} 0 R /StructParents ${pages.length}`;
    update.objects.set(page, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595.28 841.89] /Tabs /S ${rest} >>`);
    pages.push(page);
  }
  const list = pages.map((page) => `${page} 0 R`).join(' ');
  update.objects.set(2, `<< /Type /Pages /Kids [${list}] /Count ${pages.length} >>`);
  update.objects.set(root, `<</S/Document/P ${tree} 0 R/K[${kids.join(' ')}]>>`);
  update.objects.set(tree, `<</Type/StructTreeRoot/K ${root} 0 R/ParentTree<</Nums[${parents.join(' ')}]>>>>`);
  const catalog = ` /Lang (pt-BR) /MarkInfo << /Marked true >> /StructTreeRoot ${tree} 0 R ${archived(update, view, attachments)}`;
  update.objects.set(1, `<< /Type /Catalog /Pages 2 0 R${catalog} >>`);
  return { file: finish(HEADER, update), catalog };
}

function linesOf(view: CertificateView): Line[] {
  const { document, hashes, level, chain, record } = view;
  const head: Line[] = [
    ['B', `Certificado ${view.code}`],
    ...[view.url, view.issuer, view.issuedAt, document.name, document.id, document.sentBy].map((t): Line => ['R', t]),
    ...[document.completedAt, hashes.original, hashes.signed, level.name, level.explanation].map((t): Line => ['R', t]),
  ];
  const signers = view.signers.flatMap(({ name, role, status, factors, steps }): Line[] => [
    ['B', name],
    ['R', role],
    ['R', status],
    ...factors.map((factor): Line => ['R', `${factor.name} ${factor.fulfilledAt}`]),
    ...Object.entries(steps).map(([step, at]): Line => ['R', `${step} ${at}`]),
  ]);
  const events = view.events.flatMap((event): Line[] => [
    ['R', `${event.at} ${event.what} ${event.who}`],
    ['R', event.hash],
  ]);
  const end = [chain.first, ...chain.explanation, record.content, record.hash, ...view.legal];
  return [...head, ...signers, ...events, ...end.map((text): Line => ['R', text])];
}

function contentOf(lines: readonly Line[], fonts: FontSet, art: string): string {
  let content = `/Artifact BMC q 1 0 0 1 480 760 cm ${art} Q EMC\n`;
  for (const [i, [font, text]] of lines.entries()) {
    const hex = shown(font === 'B' ? fonts.bold : fonts.regular, text);
    content += `/P <</MCID ${i}>> BDC BT /${font} 8 Tf 56 ${780 - i * 14} Td ${hex} Tj ET EMC\n`;
  }
  return content;
}

/** Metadata, colour profile and attachments: the entries of the catalog. */
function archived(update: Append, view: CertificateView, attachments: readonly CertificateAttachment[]): string {
  const add = (body: string | Buffer): string => {
    update.objects.set(update.size, body);
    return `${update.size++} 0 R`;
  };
  const date = view.issuedOn.toISOString();
  const packet = Buffer.from(
    `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${view.document.name}</rdf:li></rdf:Alt></dc:title><xmp:CreateDate>${date}</xmp:CreateDate></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`,
  );
  const metadata = add(
    `<< /Type /Metadata /Subtype /XML /Length ${packet.length} >>\nstream\n${packet.toString('latin1')}\nendstream`,
  );
  const specs = attachments.map(({ name, bytes }) => {
    const file = add(deflated(bytes, `/Type /EmbeddedFile /Subtype /application#2Fjson`));
    return [name, add(`<< /Type /Filespec /F (${name}) /UF (${name}) /AFRelationship /Data /EF << /F ${file} >> >>`)];
  });
  const intent = `<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /DestOutputProfile ${add(profile)} >>`;
  const names = specs.map(([name, spec]) => `(${name}) ${spec}`).join(' ');
  return `/Metadata ${metadata} /OutputIntents [${intent}] /AF [${specs.map(([, spec]) => spec).join(' ')}] /Names << /EmbeddedFiles << /Names [${names}] >> >>`;
}
