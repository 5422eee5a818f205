import { toHex } from '../bytes.ts';
import { digest } from '../crypto/algorithms.ts';
import { type Certificate, type Chain, followChain, maySign, validAt } from '../crypto/certificate.ts';
import { oidOf, readElement } from '../crypto/der.ts';
import type { PrefixHashes } from '../crypto/prefix-hashes.ts';
import { checkDigest, checkSigner, namesSigner, OID, readSignedData, type SignedData } from '../crypto/signed-data.ts';
import type { Evidence } from '../package/read.ts';
import type { Dict } from '../pdf/values.ts';
import { ensure, type Findings, moment, number, Unsure } from '../report.ts';
import { checkArchive, hasStore, storedCertificates } from './archive.ts';
import { hasOwnForm } from './form.ts';
import { type Located, locateSeal } from './locate.ts';
import { checkCertified, checkMark, type File, markOf } from './mark.ts';
import { checkLater, checkOneRevision } from './revisions.ts';
import { checkTimestamp, describeStamp, type Timestamp } from './timestamp.ts';

/** What is known of a seal; each part is absent if it could not be read or does not hold. */
export interface Seal {
  readonly located: Located | null;
  readonly certificate: Certificate | null;
  readonly certificates: readonly Certificate[];
  readonly chain: Chain | null;
  /** What it states about itself; null for a seal of the old form, which states nothing. */
  readonly mark: Dict | null;
  readonly timestamp: Timestamp | null;
  /** The time stamp over the whole file, if there is one. */
  readonly archive: Timestamp | null;
}

/** Both seals. */
export type Seals = Readonly<Record<'assinado' | 'certificado', Seal>>;

export interface SealExpectation {
  readonly bytes: Uint8Array;
  readonly hashes: PrefixHashes;
  readonly file: File;
  readonly evidence: Evidence;
  /** The time of sealing according to the evidence. */
  readonly about: Date;
  readonly timestampRoots: readonly Certificate[];
}

const NAMES = { ASSINADO: 'arquivo assinado', CERTIFICADO: 'certificado de conclusão' } as const;
/** How far the time of a seal, or of its stamp, may be from the time in the evidence. */
const APART_MS = 10 * 60_000;

type Found = { -readonly [K in keyof Seal]: Seal[K] };
type Check = (code: string, claim: string, run: () => string | Unsure | Promise<string | Unsure>) => Promise<boolean>;

/** Checks everything about a file's seal (PAdES, ETSI EN 319 142-1), with one finding per check. */
export async function checkSeal(wanted: SealExpectation, findings: Findings): Promise<Seal> {
  const { bytes, file, evidence } = wanted;
  const name = `O selo do ${NAMES[file]}`;
  const found: Found = {
    ...{ located: null, certificate: null, certificates: [], chain: null, mark: null, timestamp: null, archive: null },
  };
  const check: Check = (code, claim, run) => findings.check(`SELO_${file}.${code}`, `${name} ${claim}`, run);

  await check('COBERTURA', 'cobre o arquivo inteiro', async () => {
    const located = await locateSeal(bytes);
    found.mark = markOf(located) ?? null;
    found.located = located;
    return describeCoverage(bytes, located);
  });
  const { located, mark } = found;
  if (!located) return found;
  await check('REVISOES', 'é seguido só do que pode vir depois dele', () => checkRevisions(bytes, file, located, mark));
  await checkForm(wanted, located, mark, check);
  if (mark) await checkMark(file, mark, evidence, findings);

  let data: SignedData | undefined;
  await check('FORMA', 'tem a forma que o serviço escreve', () => {
    data = readSignedData(located.cms);
    ensure(hasOwnForm(located.cms, data), 'há bytes mudados, a mais ou a menos na assinatura');
    return 'nenhum byte a mais, a menos ou fora do lugar na assinatura';
  });
  if (!data) return found;
  const signed = data;
  found.certificate = signed.signer;
  found.certificates = [...signed.certificates, ...(await storedCertificates(bytes, located))];

  await check('RESUMO', 'é deste conteúdo', async () => {
    ensure(
      await checkDigest(signed, (of) => wanted.hashes.covered(of, located.covered)),
      'o conteúdo mudou depois do selo',
    );
    return `o resumo ${signed.digest} que foi assinado é o dos bytes do arquivo`;
  });
  await check('ASSINATURA', 'foi feito com a chave do certificado digital que traz', () => checkKey(signed));
  await check('VALIDADE', 'foi posto com o certificado digital em vigor', () => checkDates(signed.signer, located.at));
  await check('CADEIA', 'traz uma cadeia de certificados sem falha', async () => {
    found.chain = await followChain(signed.signer, signed.certificates, located.at);
    return describeChain(found.chain);
  });
  if (file === 'ASSINADO') {
    await check('DESCRICAO', 'é o que o certificado de conclusão descreve', () =>
      checkDescription(evidence, signed.signer),
    );
  }
  await checkStamps(wanted, located, signed, found, check);
  return found;
}

/** What the package states about the seal's certificate besides its fingerprint. */
function checkDescription({ conteudo }: Evidence, { serial, notBefore, notAfter }: Certificate): string {
  const { selo } = conteudo;
  ensure(selo, 'o pacote não descreve o selo');
  const digits = toHex(readElement(serial).body).replace(/^(00)+(?=..)/, '');
  ensure(selo.numeroSerie.toLowerCase() === digits, 'o certificado de conclusão diz outro número de série');
  const dates = [selo.validoDe ?? notBefore.toISOString(), selo.validoAte].map(Date.parse);
  const fits = dates[0] === notBefore.getTime() && dates[1] === notAfter.getTime();
  ensure(fits, 'o certificado de conclusão diz outra validade');
  return `número de série ${digits}`;
}

function describeCoverage(bytes: Uint8Array, { covered, after }: Located): string {
  const outside = bytes.length - after - covered[0].length - covered[1].length;
  const own = `${number(bytes.length)} bytes; fica fora só o espaço da própria assinatura (${number(outside)})`;
  return after === 0 ? own : `${own} e o que veio depois dele (${number(after)})`;
}

/** Checks what follows the seal and, for a certificate, that nothing but the certificate precedes it. */
async function checkRevisions(bytes: Uint8Array, file: File, located: Located, mark: Dict | null): Promise<string> {
  const { later } = located;
  if (file === 'CERTIFICADO') await checkOneRevision(bytes, located);
  if (!mark) {
    // The old form: revocation data after the seal of the signed file, whose hash in the certificate covers all of it.
    const fits = later.length === 0 || (file === 'ASSINADO' && later.length === 1 && hasStore(located));
    ensure(fits, 'há uma revisão depois do selo que não é de dados de revogação');
    return later.length === 0 ? 'nada vem depois' : 'dados de revogação, que o hash do arquivo inteiro protege';
  }
  const count = checkLater(bytes, located);
  return count === 0 ? 'nada vem depois' : 'só dados de revogação e carimbos do arquivo';
}

/**
 * The form of the seal: the new one, which states what it seals and forbids changes, or the old one, which only older
 * documents have.
 */
async function checkForm(
  { file, evidence, about }: SealExpectation,
  located: Located,
  mark: Dict | null,
  check: Check,
) {
  await check('RUBRICA', 'diz de que é', () => {
    if (mark) return 'o que diz está entre os bytes selados';
    ensure(evidence.conteudo.esquema !== 'rubrica.certificado.v2', 'o selo não diz de que é, e os deste formato dizem');
    return new Unsure(
      'é um selo dos de antes de os selos dizerem de que são: prova que o arquivo não mudou, não o que é',
    );
  });
  if (!mark) return;
  await check('PROIBICAO', 'proíbe mudanças depois dele', () => checkCertified(located));
  await check('HORA', `foi posto na hora ${file === 'ASSINADO' ? 'da conclusão' : 'da emissão'}`, () => {
    ensure(isNear(located.at, about), `o selo diz ${moment(located.at)}, mais de 10 minutos distante`);
    return moment(located.at);
  });
}

const isNear = (at: Date, about: Date): boolean => Math.abs(at.getTime() - about.getTime()) <= APART_MS;

async function checkStamps(
  wanted: SealExpectation,
  located: Located,
  data: SignedData,
  found: Found,
  check: Check,
): Promise<void> {
  const { bytes, hashes, file, evidence, about, timestampRoots } = wanted;
  const trust = { roots: timestampRoots, others: found.certificates };
  const told = file === 'ASSINADO' ? (evidence.conteudo.selo?.carimboTempo ?? null) : undefined;
  const token = data.unsigned.get(OID.timestampToken);
  if (token || told) {
    await check('CARIMBO', 'tem carimbo de tempo que confere', async () => {
      ensure(token, 'o certificado de conclusão diz que há carimbo, e não há');
      ensure(told !== null, 'o certificado de conclusão diz que não há carimbo, e há');
      const stamp = await checkTimestamp(token.value.raw, (of) => digest(of, data.signature), trust);
      ensure(validAt(data.signer, stamp.time), 'o certificado digital não estava em vigor na hora do carimbo');
      const { impressaoDigital = stamp.signer.fingerprint, em = stamp.time.toISOString() } = told ?? {};
      ensure(
        impressaoDigital === stamp.signer.fingerprint,
        'o certificado de conclusão nomeia outra autoridade de tempo',
      );
      ensure(Date.parse(em) === stamp.time.getTime(), 'o certificado de conclusão diz outra hora de carimbo');
      found.timestamp = stamp;
      return describeStamp(stamp);
    });
    const stamp = found.timestamp;
    if (stamp) {
      await check(
        'HORA_CARIMBO',
        `foi carimbado na hora ${file === 'ASSINADO' ? 'da conclusão' : 'da emissão'}`,
        () => {
          ensure(isNear(stamp.time, about), `o carimbo é de ${moment(stamp.time)}, mais de 10 minutos distante`);
          return moment(stamp.time);
        },
      );
    }
  }
  if (located.later.length > 0 && found.mark) {
    await check('GUARDA', 'e o que veio depois dele são guardados por um carimbo do arquivo inteiro', async () => {
      const last = await checkArchive(bytes, hashes, located, found.timestamp, trust);
      ensure(last || file === 'ASSINADO', 'o que veio depois do selo não é guardado por carimbo nenhum');
      if (!last)
        return new Unsure('não há esse carimbo; o hash do arquivo inteiro, no certificado, protege o que veio depois');
      found.archive = last;
      return describeStamp(last);
    });
  }
  // If the stamp does not hold, that was already reported.
  if (file === 'ASSINADO' && evidence.conteudo.selo?.nivel && Boolean(token) === (found.timestamp !== null)) {
    await check('NIVEL', 'tem o nível que o certificado diz', () => checkLevel(evidence, located, found));
  }
}

function checkLevel({ conteudo }: Evidence, located: Located, { timestamp, archive }: Found): string {
  const level = archive
    ? 'PADES_B_LTA'
    : timestamp && hasStore(located)
      ? 'PADES_B_LT'
      : timestamp
        ? 'PADES_B_T'
        : 'PADES_B_B';
  const told = conteudo.selo?.nivel ?? '';
  ensure(told === level, `o certificado diz ${told}, e o selo é ${level}`);
  return level;
}

async function checkKey(data: SignedData): Promise<string> {
  const type = data.attributes.get(OID.contentType);
  ensure(data.content === undefined && type && oidOf(type) === OID.data, 'a assinatura é de outro tipo de conteúdo');
  const verdict = await checkSigner(data);
  ensure(verdict !== 'unknown algorithm', 'usa um algoritmo que este programa não conhece');
  ensure(verdict === 'valid', 'a assinatura não confere com a chave');
  ensure(await namesSigner(data), 'a assinatura nomeia outro certificado digital');
  return 'a assinatura confere e nomeia este mesmo certificado digital';
}

function checkDates(signer: Certificate, at: Date): string {
  const period = `válido de ${moment(signer.notBefore)} a ${moment(signer.notAfter)}`;
  ensure(validAt(signer, at), `selado em ${moment(at)}, mas o certificado digital é ${period}`);
  ensure(maySign(signer), 'o certificado digital não é para assinar');
  return `selado em ${moment(at)}; ${period}`;
}

function describeChain({ path, complete }: Chain): string {
  const last = path.at(-1) as Certificate;
  if (path.length === 1 && complete) return 'o certificado digital é autoassinado: a própria instituição o emitiu';
  const top = complete ? `até a raiz ${last.subjectText}` : `até ${last.subjectText}; a raiz não vem no arquivo`;
  return `${path.length} certificados, cada um assinado pelo seguinte, ${top}`;
}
