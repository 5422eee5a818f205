import { X509Certificate } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../../core/html.ts';

/** The details of the institution's sealing certificate. */
export interface SealCertificate {
  readonly subject: string;
  readonly issuer: string;
  readonly serial: string;
  /** SHA-256, 64 hexadecimal characters. */
  readonly fingerprint: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly algorithm: string;
  /** Including the certificates above it. */
  readonly pem: string;
}

/** A period in which a seal was in use here. */
export interface PublishedSeal {
  readonly impressao: string;
  readonly ambiente: string;
  readonly de: Date;
  readonly ate: Date | null;
  readonly revogado_em: Date | null;
  readonly pem: string;
}

export interface SealPageDeps {
  readonly certificate: SealCertificate;
  readonly testSeal: string;
  readonly readSeals: () => Promise<readonly PublishedSeal[]>;
}

const FOLDER = '/.well-known/rubrica';
export const SEAL_PEM_PATH = `${FOLDER}/selo.pem`;
const SEAL_JSON_PATH = `${FOLDER}/selo.json`;
const SEALS_PATH = `${FOLDER}/selos.json`;

const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' });

/** Earlier production seals, each once, at its first use; the newest first. */
function earlierOf(seals: readonly PublishedSeal[], { fingerprint }: SealCertificate): readonly PublishedSeal[] {
  const others = seals.filter(({ ambiente, impressao }) => ambiente === 'PRODUCAO' && impressao !== fingerprint);
  const first = new Map(others.map((seal) => [seal.impressao, seal]));
  return [...first.values()];
}

/** Every seal with its periods of use: selos.json. */
export async function sealsDocument(readSeals: SealPageDeps['readSeals']) {
  const selos = (await readSeals()).map(({ impressao, ambiente, de, ate, revogado_em, pem }) => ({
    impressaoDigital: impressao,
    ambiente,
    de: de.toISOString(),
    ate: ate?.toISOString() ?? null,
    revogadoEm: revogado_em?.toISOString() ?? null,
    pem,
  }));
  return { selos };
}

/**
 * Publishes for programs: the seal's certificate as PEM, its details with its fingerprint and those of earlier seals,
 * and every seal with its periods of use (ADR 0033).
 */
export function addSealFiles(app: FastifyInstance, { certificate, readSeals }: SealPageDeps): void {
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
  };
  // Pages on other hosts may read these to verify files; everything here is public.
  const open = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
  app.get(SEAL_JSON_PATH, async (_request, reply) => {
    const anteriores = earlierOf(await readSeals(), certificate).map(({ impressao, de, pem }) => ({
      impressaoDigital: impressao,
      emUsoDesde: de.toISOString(),
      pem,
    }));
    return reply.headers(open).send({ ...particulars, anteriores });
  });
  app.get(SEALS_PATH, async (_request, reply) => reply.headers(open).send(await sealsDocument(readSeals)));
  app.get(SEAL_PEM_PATH, async (_request, reply) =>
    reply
      .headers({ ...open, 'content-disposition': 'attachment; filename="selo.pem"' })
      .type('application/x-pem-file')
      .send(pem),
  );
}

/** The content of the page about the seal. */
export function sealContent(
  { certificate, testSeal }: Pick<SealPageDeps, 'certificate' | 'testSeal'>,
  seals: readonly PublishedSeal[],
): Html {
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
<p class="actions"><a class="button primary" href="${SEAL_PEM_PATH}" download>Baixar o certificado (PEM)</a> <a class="button" href="${SEAL_JSON_PATH}">Os mesmos dados em JSON</a> <a class="button" href="${SEALS_PATH}">Todos os selos, com o tempo de uso (JSON)</a></p>
${own ? html`<div class="notice warn"><div><p><strong>Certificado autoassinado.</strong> Nenhuma autoridade atesta de quem ele é: o leitor de PDF avisará que não conhece o emissor. O selo continua provando que o arquivo não mudou; de quem ele é, prova esta página, por estar no endereço da instituição.</p></div></div>` : null}
${earlierContent(earlierOf(seals, certificate))}<h2>Documentos de teste</h2>
<p>São selados só com um certificado à parte, cujo nome diz AMBIENTE DE TESTE e que não prova nada. Impressão digital: <code class="long">${testSeal}</code></p>
<h2>Como usar</h2>
<ul><li>No <a href="/docs/verificacao#o-verificador">verificador</a> baixado daqui, ela já vem; em outro, copie-a para o campo de selos.</li>
<li>No comando, informe-a, ou o arquivo com todos os selos: <code>--selo ${fingerprint}</code>, <code>--selo selos.json</code>. Sem isso nada é dado por autêntico: o resultado é SELO NÃO IDENTIFICADO</li>
<li>Com openssl: <code>openssl x509 -in selo.pem -noout -fingerprint -sha256</code></li></ul>`;
}

function earlierContent(earlier: readonly PublishedSeal[]): Html | null {
  if (earlier.length === 0) return null;
  const items = earlier.map(({ impressao, pem, de, revogado_em }) => {
    const { subject, validTo } = new X509Certificate(pem);
    const holder = subject.replaceAll('\n', ', ');
    return html`<li><code>${impressao}</code><br>${holder}, em uso desde ${day.format(de)}, válido até ${day.format(new Date(validTo))}${revogado_em ? `; revogado em ${day.format(revogado_em)}` : ''}</li>`;
  });
  return html`<h2>Selos anteriores</h2>
<p>Documentos concluídos antes da troca continuam com o selo da época:</p><ul>${items}</ul>`;
}
