import { type Certificate, type Chain, followChain, maySign, validAt } from '../crypto/certificate.ts';
import { oidOf } from '../crypto/der.ts';
import { checkDigest, checkSigner, namesSigner, OID, readSignedData, type SignedData } from '../crypto/signed-data.ts';
import { ensure, type Findings, moment, number } from '../report.ts';
import { hasOwnForm } from './form.ts';
import { type Located, locateSeal } from './locate.ts';
import { checkTimestamp, type Timestamp } from './timestamp.ts';

/** What a seal turned out to be; each part absent where it could not be read or does not hold. */
export interface Seal {
  readonly located: Located | null;
  readonly certificate: Certificate | null;
  readonly chain: Chain | null;
  readonly timestamp: Timestamp | null;
}

export interface SealExpectation {
  readonly bytes: Uint8Array;
  /** Names the file in codes: ASSINADO or CERTIFICADO. */
  readonly file: 'ASSINADO' | 'CERTIFICADO';
  /** SHA-256 of the certificates it may be sealed with, and what to say of any other. */
  readonly fingerprints: ReadonlySet<string>;
  readonly otherwise: string;
  /** The evidence says that there is a timestamp. */
  readonly timestamped: boolean;
}

const NAMES = { ASSINADO: 'arquivo assinado', CERTIFICADO: 'certificado de conclusão' } as const;

/** Checks everything about a file's seal (PAdES, ETSI EN 319 142-1), one finding each. */
export async function checkSeal(wanted: SealExpectation, findings: Findings): Promise<Seal> {
  const { bytes, file } = wanted;
  const name = `O selo do ${NAMES[file]}`;
  const found: { -readonly [K in keyof Seal]: Seal[K] } = {
    located: null,
    certificate: null,
    chain: null,
    timestamp: null,
  };
  const check = (code: string, claim: string, run: () => string | Promise<string>) =>
    findings.check(`SELO_${file}.${code}`, `${name} ${claim}`, run);

  await check('COBERTURA', 'cobre o arquivo inteiro', async () => {
    // Only the signed file's hash stands elsewhere, in the certificate, and holds what the seal does not.
    const located = await locateSeal(bytes, { mayBeFollowed: file === 'ASSINADO' });
    found.located = located;
    const { covered, after } = located;
    const outside = bytes.length - after - covered[0].length - covered[1].length;
    const own = `${number(bytes.length)} bytes; fica fora só o espaço da própria assinatura (${number(outside)})`;
    if (after === 0) return own;
    return `${own} e, depois dele, os dados de revogação (${number(after)}), que o hash do arquivo inteiro protege`;
  });
  const { located } = found;
  if (!located) return found;

  let data: SignedData | undefined;
  await check('FORMA', 'tem a forma que o serviço escreve', () => {
    data = readSignedData(located.cms);
    ensure(hasOwnForm(located.cms, data), 'há bytes mudados, a mais ou a menos na assinatura');
    return 'nenhum byte a mais, a menos ou fora do lugar na assinatura';
  });
  if (!data) return found;
  const signed = data;
  found.certificate = signed.signer;

  await check('RESUMO', 'é deste conteúdo', async () => {
    ensure(await checkDigest(signed, ...located.covered), 'o conteúdo mudou depois do selo');
    return `o resumo ${signed.digest} que foi assinado é o dos bytes do arquivo`;
  });
  await check('ASSINATURA', 'foi feito com a chave do certificado digital que traz', () => checkKey(signed));
  await check('VALIDADE', 'foi posto com o certificado digital em vigor', () => checkDates(signed.signer, located.at));
  await check('CADEIA', 'traz uma cadeia de certificados sem falha', async () => {
    found.chain = await followChain(signed.signer, signed.certificates, located.at);
    return describeChain(found.chain);
  });
  await check('IDENTIDADE', 'é da instituição que o certificado de conclusão nomeia', () => {
    ensure(wanted.fingerprints.has(signed.signer.fingerprint), wanted.otherwise);
    return `${signed.signer.subjectText}, impressão digital ${signed.signer.fingerprint}`;
  });
  const token = signed.unsigned.get(OID.timestampToken);
  if (token || wanted.timestamped) {
    await check('CARIMBO', 'tem carimbo de tempo que confere', async () => {
      ensure(token, 'o certificado de conclusão diz que há carimbo, e não há');
      const timestamp = await checkTimestamp(token.value.raw, signed.signature);
      ensure(validAt(signed.signer, timestamp.time), 'o certificado digital não estava em vigor na hora do carimbo');
      found.timestamp = timestamp;
      return `${moment(timestamp.time)}, por ${timestamp.authority}`;
    });
  }
  return found;
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
