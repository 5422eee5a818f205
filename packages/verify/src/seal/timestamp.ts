import { equal } from '../bytes.ts';
import { digest, digestOf } from '../crypto/algorithms.ts';
import { type Certificate, type Chain, followChain, mayTimestamp, rootOf, validAt } from '../crypto/certificate.ts';
import { children, type Element, need, oidOf, readOnly, TAG, timeOf } from '../crypto/der.ts';
import {
  checkDigest,
  checkSigner,
  type DigestOf,
  namesSigner,
  OID,
  readSignedData,
  type SignedData,
} from '../crypto/signed-data.ts';
import { ensure, moment, Unsure } from '../report.ts';

export interface Timestamp {
  readonly time: Date;
  readonly authority: string;
  readonly signer: Certificate;
  readonly chain: Chain;
  readonly data: SignedData;
  /** It chains up to one of the roots that the user gave for time stamps. */
  readonly identified: boolean;
}

export interface TimestampTrust {
  /** Roots of time-stamp authorities; if empty, no authority is known. */
  readonly roots: readonly Certificate[];
  /** Available certificates that may link an authority to its root. */
  readonly others: readonly Certificate[];
}

/**
 * Checks a timestamp token completely (RFC 3161, RFC 5816).
 * @param ofStamped the digest of the bytes it must cover
 * @throws Unreadable saying what does not hold
 */
export async function checkTimestamp(
  token: Uint8Array,
  ofStamped: DigestOf,
  { roots, others }: TimestampTrust,
): Promise<Timestamp> {
  const data = readSignedData(token);
  const { content, signer } = data;
  ensure(data.contentType === OID.timestampInfo && content, 'o carimbo não é um carimbo de tempo');
  const type = data.attributes.get(OID.contentType);
  ensure(type && oidOf(type) === OID.timestampInfo, 'o carimbo assina outro tipo de conteúdo');
  const [version, , imprint, , time] = children(readOnly(content, TAG.sequence));
  ensure(need(version, TAG.integer).body.length === 1 && version?.body[0] === 1, 'o carimbo é de outra versão');
  ensure(await isImprintOf(imprint, ofStamped), 'o carimbo é de outra assinatura');
  ensure(await checkDigest(data, (of) => digest(of, content)), 'o conteúdo do carimbo não é o que foi assinado');
  const verdict = await checkSigner(data);
  ensure(verdict !== 'unknown algorithm', 'o carimbo usa um algoritmo de assinatura que este programa não conhece');
  ensure(verdict === 'valid', 'a assinatura da autoridade de tempo não confere');
  ensure(await namesSigner(data), 'o carimbo nomeia outro certificado');
  ensure(mayTimestamp(signer), 'o certificado da autoridade não é de carimbo de tempo, ou não é só disso');
  const at = timeOf(need(time, TAG.generalizedTime));
  ensure(validAt(signer, at), 'o certificado da autoridade não estava em vigor na hora do carimbo');
  const chain = await followChain(signer, data.certificates, at);
  const root = await rootOf(signer, [...data.certificates, ...others], roots, at);
  ensure(root || roots.length === 0, `“${signer.subjectText}” não vem de nenhuma das autoridades de tempo informadas`);
  return { time: at, authority: signer.subjectText, signer, chain, data, identified: root !== undefined };
}

/** @throws Unreadable if the digest is unknown, or no longer safe */
async function isImprintOf(imprint: Element | undefined, ofStamped: DigestOf): Promise<boolean> {
  const [algorithm, hashed] = children(need(imprint, TAG.sequence));
  const kind = digestOf(algorithm);
  ensure(kind && kind !== 'SHA-1', 'o carimbo usa um resumo que este programa não conhece, ou que já não é seguro');
  return equal(need(hashed, TAG.octets).body, await ofStamped(kind));
}

/** Whether a token is over these bytes, which says nothing about whether it holds. @throws Unreadable */
export async function isStampOf(token: Uint8Array, ofStamped: DigestOf): Promise<boolean> {
  const { content } = readSignedData(token);
  ensure(content, 'o carimbo não é um carimbo de tempo');
  const [, , imprint] = children(readOnly(content, TAG.sequence));
  return isImprintOf(imprint, ofStamped);
}

/** How to report a valid stamp: it is worth as much as its authority, and only the user can name that. */
export function describeStamp({ time, authority, identified }: Timestamp): string | Unsure {
  const what = `${moment(time)}, por ${authority}`;
  return identified ? what : new Unsure(`${what}: autoridade não identificada; informe as suas raízes com --ac-tempo`);
}
