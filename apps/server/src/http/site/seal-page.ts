import { X509Certificate } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../../modules/mensagens/index.ts';

/** What the certificate says that the institution seals with. */
export interface SealCertificate {
  readonly subject: string;
  readonly issuer: string;
  readonly serial: string;
  /** SHA-256, 64 hexadecimal characters. */
  readonly fingerprint: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly algorithm: string;
  /** With those above it. */
  readonly pem: string;
}

/** A seal that was in use before. */
export interface EarlierSeal {
  readonly impressao: string;
  readonly pem: string;
  /** Since when this installation sealed with it. */
  readonly desde: Date;
}

const FOLDER = '/.well-known/rubrica';
export const SEAL_PEM_PATH = `${FOLDER}/selo.pem`;
const SEAL_JSON_PATH = `${FOLDER}/selo.json`;

const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' });

/** Publishes the seal's certificate for programs: PEM, and its particulars with the fingerprint and those of before. */
export function addSealFiles(
  app: FastifyInstance,
  certificate: SealCertificate,
  earlier: readonly EarlierSeal[],
): void {
  const { fingerprint, subject, issuer, serial, notBefore, notAfter, algorithm, pem } = certificate;
  const particulars = {
    impressaoDigital: fingerprint,
    titular: subject,
    emissor: issuer,
    numeroSerie: serial,
    algoritmo: algorithm,
    validoDe: notBefore.toISOString(),
    validoAte: notAfter.toISOString(),
    pem,
    anteriores: earlier.map(({ impressao, desde, pem }) => ({
      impressaoDigital: impressao,
      emUsoDesde: desde.toISOString(),
      pem,
    })),
  };
  // Whoever checks may do so from a page of another host; there is nothing here that is not public.
  const open = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
  app.get(SEAL_JSON_PATH, async (_request, reply) => reply.headers(open).send(particulars));
  app.get(SEAL_PEM_PATH, async (_request, reply) =>
    reply
      .headers({ ...open, 'content-disposition': 'attachment; filename="selo.pem"' })
      .type('application/x-pem-file')
      .send(pem),
  );
}

/** What the page about the seal says. */
export function sealContent(certificate: SealCertificate, earlier: readonly EarlierSeal[]): Html {
  const { fingerprint, subject, issuer, serial, notBefore, notAfter, algorithm } = certificate;
  const own = subject === issuer;
  const grouped = fingerprint.match(/.{1,4}/g)?.join(' ') ?? fingerprint;
  return html`<h1>Selo desta instalação</h1>
<p class="lead">Todo documento concluído aqui e o seu certificado são selados com este certificado digital. Compare a impressão digital abaixo com a que o verificador ou o leitor de PDF mostra: só isso diz que foi esta instituição que selou.</p>
<h2>Impressão digital (SHA-256)</h2>
<p class="fingerprint"><code>${grouped}</code></p>
<p>Sem espaços, para copiar: <code class="long">${fingerprint}</code></p>
<h2>Certificado</h2>
<dl class="facts"><dt>Titular</dt><dd>${subject}</dd><dt>Emissor</dt><dd>${own ? 'o próprio titular (autoassinado)' : issuer}</dd><dt>Número de série</dt><dd><code class="long">${serial}</code></dd><dt>Chave</dt><dd>${algorithm}</dd><dt>Validade</dt><dd>de ${day.format(notBefore)} a ${day.format(notAfter)}</dd></dl>
<p class="actions"><a class="button primary" href="${SEAL_PEM_PATH}" download>Baixar o certificado (PEM)</a> <a class="button" href="${SEAL_JSON_PATH}">Os mesmos dados em JSON</a></p>
${own ? html`<div class="notice warn"><div><p><strong>Certificado autoassinado.</strong> Nenhuma autoridade atesta de quem ele é: o leitor de PDF avisará que não conhece o emissor. O selo continua provando que o arquivo não mudou; de quem ele é, prova esta página, por estar no endereço da instituição.</p></div></div>` : null}
${earlierContent(earlier)}<h2>Como usar</h2>
<ul><li>No <a href="/docs/verificacao#o-verificador">verificador</a>, compare com “impressão digital do selo” no relatório.</li>
<li>Para um certificado de conclusão emitido de novo depois da troca do selo, informe-a: <code>--selo ${fingerprint}</code></li>
<li>Com openssl: <code>openssl x509 -in selo.pem -noout -fingerprint -sha256</code></li></ul>`;
}

function earlierContent(earlier: readonly EarlierSeal[]): Html | null {
  if (earlier.length === 0) return null;
  const items = earlier.map(({ impressao, pem, desde }) => {
    const { subject, validTo } = new X509Certificate(pem);
    const holder = subject.replaceAll('\n', ', ');
    return html`<li><code>${impressao}</code><br>${holder}, em uso desde ${day.format(desde)}, válido até ${day.format(new Date(validTo))}</li>`;
  });
  return html`<h2>Selos anteriores</h2>
<p>Documentos concluídos antes da troca continuam com o selo da época:</p><ul>${items}</ul>`;
}
