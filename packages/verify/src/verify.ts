import { type Certificate, rootOf } from './crypto/certificate.ts';
import { PrefixHashes } from './crypto/prefix-hashes.ts';
import { clean } from './foreign.ts';
import { limits } from './limits.ts';
import { checkLog, type Logged, type LogOptions } from './log/check.ts';
import { type Evidence, readEvidence } from './package/read.ts';
import { isPdf } from './pdf/file.ts';
import { ensure, Findings, type Level, type Report, type Resultado, Unsure } from './report.ts';
import { checkSeal, type Seal, type Seals } from './seal/check.ts';
import type { File } from './seal/mark.ts';
import { checkSignedFile, type SignedFile, signedFile } from './signed-file.ts';
import { checkHashes } from './trail/chain.ts';
import { checkStory } from './trail/check.ts';
import { judgeSeal, type TrustedSeal } from './trust.ts';
import { Unreadable } from './unreadable.ts';

/** What the user trusts (ADR 0033). Each list is closed: a seal must satisfy every list that is given. */
export interface VerifyOptions {
  /** Seals of the institution; see parseSeals, parseFingerprint. */
  readonly seals?: readonly TrustedSeal[];
  /** Certificates of authorities, in one of which the seal's chain must end; see parsePem. */
  readonly roots?: readonly Certificate[];
  /** The same for time stamps. */
  readonly timestampRoots?: readonly Certificate[];
  /** What the user has of the open log (ADR 0085); undefined if that was not asked for. */
  readonly log?: LogOptions | undefined;
}

/**
 * Checks a signed file and its completion certificate against each other and against themselves, using only their bytes
 * and what the user trusts: no network, no service, no clock. Never throws because of the files' contents.
 */
export async function verify(
  signed: Uint8Array,
  certificate: Uint8Array,
  { seals = [], roots = [], timestampRoots = [], log }: VerifyOptions = {},
): Promise<Report> {
  const findings = new Findings();
  const evidence = await read(signed, certificate, findings);
  if (!evidence) {
    const selos = { assinado: null, certificado: null };
    const nothing = { documento: null, selos, semComoConferir: [] };
    return { resultado: 'ILEGIVEL', nivel: null, ...nothing, itens: findings.items };
  }
  await checkHashes(evidence, findings);
  await checkStory(evidence, findings);
  const file = signedFile(signed);
  await checkSignedFile(file, evidence.conteudo, findings);
  const both = await checkSeals(file, certificate, evidence, timestampRoots, findings);
  await checkTrust(both, evidence, { seals, roots }, findings);
  const logged = await checkLog(evidence, log, timestampRoots, findings);
  return {
    resultado: resultOf(evidence, both, findings),
    nivel: findings.refuted ? null : levelOf(logged),
    documento: describe(evidence),
    selos: {
      assinado: both.assinado.certificate?.fingerprint ?? null,
      certificado: both.certificado.certificate?.fingerprint ?? null,
    },
    itens: findings.items,
    semComoConferir: limits(evidence, both, isTrusted(findings)).map(clean),
  };
}

/** Reads the package, once both files are what they should be. */
async function read(signed: Uint8Array, certificate: Uint8Array, findings: Findings): Promise<Evidence | undefined> {
  let evidence: Evidence | undefined;
  const isFile = await findings.check('ARQUIVO.PDF', 'O arquivo assinado é um PDF', () => {
    if (!isPdf(signed)) throw new Unreadable('não começa como um PDF');
    return 'começa como um PDF';
  });
  if (!isFile) return undefined;
  await findings.check('PACOTE.LEITURA', 'O certificado traz o pacote de evidências', async () => {
    if (!isPdf(certificate)) throw new Unreadable('não começa como um PDF');
    evidence = await readEvidence(certificate);
    return 'anexos conteudo.json e certificado.json';
  });
  return evidence;
}

const isTrusted = (findings: Findings): boolean =>
  findings.held('SELO_ASSINADO.CONFIANCA') && findings.held('SELO_CERTIFICADO.CONFIANCA');

/** The first that applies (ADR 0033). */
function resultOf({ conteudo }: Evidence, { assinado, certificado }: Seals, findings: Findings): Resultado {
  if (findings.refuted) return 'NAO_CONFERE';
  if (conteudo.ambiente === 'TESTE') return 'TESTE';
  const identified = findings.held('SELO_ASSINADO.IDENTIDADE') && findings.held('SELO_CERTIFICADO.IDENTIDADE');
  return isTrusted(findings) && identified && assinado.mark && certificado.mark ? 'CONFERE' : 'SELO_NAO_IDENTIFICADO';
}

const levelOf = ({ anchored, stamped }: Logged): Level =>
  stamped ? 'ANCORADO_COM_HORA_EXTERNA' : anchored ? 'ANCORADO' : 'INTEGRO';

function describe({ conteudo, registro }: Evidence): Report['documento'] {
  return {
    titulo: clean(conteudo.documento.titulo),
    id: clean(conteudo.documento.id),
    codigoValidacao: clean(conteudo.codigoValidacao),
    certificado: clean(registro.codigo),
    versao: registro.versao,
    semValidade: conteudo.ambiente === 'TESTE',
  };
}

async function checkSeals(
  signed: SignedFile,
  certificate: Uint8Array,
  evidence: Evidence,
  timestampRoots: readonly Certificate[],
  findings: Findings,
): Promise<Seals> {
  const check = (file: File, whole: Pick<SignedFile, 'bytes' | 'hashes'>) =>
    checkSeal({ ...whole, file, evidence, about: closedAt(evidence, file), timestampRoots }, findings);
  const assinado = await check('ASSINADO', signed);
  const certificado = await check('CERTIFICADO', { bytes: certificate, hashes: new PrefixHashes(certificate) });
  await findings.check('SELOS.FORMA', 'Os dois selos são da mesma época', () => {
    ensure(!assinado.mark || certificado.mark, 'o arquivo assinado diz de que é, e o certificado, posterior, não diz');
    return assinado.mark ? 'ambos dizem de que são' : 'o do arquivo assinado é dos de antes';
  });
  return { assinado, certificado };
}

/**
 * When a file was sealed, according to the evidence. A test document may have been made by a clock that was ahead; the
 * event that closes the file then has the real time, which is the seal's, beside its own.
 */
function closedAt({ conteudo, registro }: Evidence, file: File): Date {
  const signed = file === 'ASSINADO';
  const closing = signed
    ? conteudo.eventos.findLast(({ acao }) => acao === 'DOCUMENTO_CONCLUIDO')
    : conteudo.eventos.at(-1);
  const real = conteudo.ambiente === 'TESTE' ? closing?.detalhe.horaReal : undefined;
  return new Date(typeof real === 'string' ? real : signed ? conteudo.documento.finalizadoEm : registro.emitidoEm);
}

/** Whose the seals are: the one named in the evidence, and one of those that the user trusts. */
async function checkTrust(
  { assinado, certificado }: Seals,
  { conteudo, registro }: Evidence,
  trust: Required<Pick<VerifyOptions, 'seals' | 'roots'>>,
  findings: Findings,
): Promise<void> {
  const named = conteudo.selo?.impressaoDigital ?? '';
  const files: [File, string, Seal][] = [
    ['ASSINADO', 'O selo do arquivo assinado', assinado],
    ['CERTIFICADO', 'O selo do certificado de conclusão', certificado],
  ];
  for (const [file, name, { certificate, certificates, mark, located, timestamp }] of files) {
    if (!certificate || !located) continue;
    const { fingerprint, subjectText } = certificate;
    const use = {
      fingerprint,
      at: timestamp?.identified ? timestamp.time : located.at,
      proven: timestamp?.identified ?? false,
      newForm: mark !== null,
      environment: conteudo.ambiente,
    };
    const trusted = await findings.check(`SELO_${file}.CONFIANCA`, `${name} é um dos que você informou`, async () => {
      if (trust.seals.length === 0 && trust.roots.length === 0) {
        return new Unsure(`nenhum foi informado; a impressão digital deste é ${fingerprint}`);
      }
      const judged = trust.seals.length > 0 ? judgeSeal(trust.seals, use) : '';
      if (judged instanceof Unsure || trust.roots.length === 0) return judged;
      const root = await rootOf(certificate, certificates, trust.roots, use.at);
      if (!root) return new Unsure(`“${subjectText}” não vem de nenhuma das raízes informadas`);
      return `${judged === '' ? '' : `${judged}; `}vem de “${root.subjectText}”`;
    });
    await findings.check(`SELO_${file}.IDENTIDADE`, `${name} é da instituição que o certificado nomeia`, () => {
      if (fingerprint === named) return `${subjectText}, impressão digital ${fingerprint}`;
      const other = `é de outro certificado digital; o nomeado tem a impressão digital ${named || '(nenhuma)'}`;
      // The package is frozen at completion: a re-issued certificate may carry the seal that came next.
      ensure(file === 'CERTIFICADO' && registro.versao > 1, other);
      return trusted
        ? 'certificado reemitido com um selo posterior, dos que você informou'
        : new Unsure(
            'certificado reemitido com outro selo: informe com --selo os que a instituição publica, este e o de antes',
          );
    });
  }
}
