import { TEARING } from '../typeset/flow.ts';
import { type Certificate, list, pairs, section } from './parts.ts';
import { BODY, FINE, LABEL, STRONG } from './styles.ts';
import type { CertificateView } from './view.ts';

/** What the signature level is and is not. */
export function addLevel(certificate: Certificate, view: CertificateView): void {
  const { flow, root } = certificate;
  section(certificate, 'Nível da assinatura e fundamento legal');
  flow.paragraph(`${view.level.name}. ${view.level.explanation}`, BODY, root.add('P'));
  for (const text of view.legal) flow.paragraph(text, BODY, root.add('P'));
}

/** Active or hidden content of the upload, so that nobody learns of it only afterwards. */
export function addActiveContent(certificate: Certificate, texts: readonly string[]): void {
  if (texts.length === 0) return;
  section(certificate, 'Conteúdo do arquivo enviado que age ou se esconde');
  list(certificate, texts, BODY);
}

/** What the sender wrote on the pages: to be compared with what is drawn there. */
export function addSenderFields(certificate: Certificate, fields: CertificateView['senderFields'] = []): void {
  if (fields.length === 0) return;
  section(certificate, 'O que o remetente escreveu no documento');
  pairs(
    certificate,
    fields.map(({ label, value }) => [label, value]),
  );
}

/** How the events are chained, and how this certificate depends on them. */
export function addChain(certificate: Certificate, view: CertificateView): void {
  const { flow, root } = certificate;
  section(certificate, 'Encadeamento dos eventos');
  pairs(certificate, [
    ['Elo inicial (SHA-256)', view.chain.first],
    ['Elo final (SHA-256)', view.events.at(-1)?.hash ?? view.chain.first],
    ['Hash do conteúdo', view.record.content],
    ['Hash da versão anterior', view.record.previous],
    ['Hash do certificado', view.record.hash],
  ]);
  flow.white(3);
  for (const text of view.chain.explanation) flow.paragraph(text, BODY, root.add('P'));
}

/** The full texts the signers agreed to, each once. */
export function addAcceptanceTexts(certificate: Certificate, texts: CertificateView['acceptanceTexts'] = []): void {
  const { flow, root } = certificate;
  texts.forEach(({ version, hash, text }, i) => {
    section(
      certificate,
      `Anexo: texto de aceite, versão ${version}${texts.length > 1 ? ` (${i + 1} de ${texts.length})` : ''}`,
    );
    flow.paragraph(`SHA-256 do texto: ${hash}`, { ...LABEL, size: 7.5 }, root.add('P'));
    for (const paragraph of text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')) {
      flow.paragraph(paragraph, BODY, root.add('P'));
    }
  });
}

const ROW = { scope: 'Row' } as const;

/** Laws and judgments, in our own words. */
export function addReferences(certificate: Certificate, references: CertificateView['references'] = []): void {
  if (references.length === 0) return;
  const { flow, root } = certificate;
  section(certificate, 'Referências legais');
  flow.paragraph(
    'Normas e julgados que tribunais brasileiros usam ao examinar documentos como este. São referências: que se apliquem a um caso, e com que efeito, decide quem o julga.',
    FINE,
    root.add('P'),
    { gap: 6 },
  );
  const table = root.add('Table');
  const width = flow.width * 0.3;
  const strips = references.flatMap(({ name, text }) => {
    const row = table.add('TR');
    const title = { ...STRONG, size: 8, text: name, x: flow.left, width: width - 10, owner: row.add('TH', ROW) };
    const place = { x: flow.left + width, width: flow.width - width };
    return flow.row([title, { ...BODY, size: 8, text, ...place, owner: row.add('TD') }], 6);
  });
  flow.add({ strips, tearing: TEARING.lines });
}
