import { equal } from '../bytes.ts';
import { digest, digestOf } from '../crypto/algorithms.ts';
import { type Chain, followChain, mayTimestamp } from '../crypto/certificate.ts';
import { children, need, oidOf, readOnly, TAG, timeOf } from '../crypto/der.ts';
import { checkDigest, checkSigner, namesSigner, OID, readSignedData } from '../crypto/signed-data.ts';
import { ensure } from '../report.ts';

export interface Timestamp {
  readonly time: Date;
  readonly authority: string;
  readonly chain: Chain;
}

/**
 * Checks a timestamp token (RFC 3161) over a signature value.
 * @throws Unreadable saying what does not hold
 */
export async function checkTimestamp(token: Uint8Array, signature: Uint8Array): Promise<Timestamp> {
  const data = readSignedData(token);
  const { content, signer } = data;
  ensure(data.contentType === OID.timestampInfo && content, 'o carimbo não é um carimbo de tempo');
  const type = data.attributes.get(OID.contentType);
  ensure(type && oidOf(type) === OID.timestampInfo, 'o carimbo assina outro tipo de conteúdo');
  const [, , imprint, , time] = children(readOnly(content, TAG.sequence));
  const [algorithm, stamped] = children(need(imprint, TAG.sequence));
  const kind = digestOf(algorithm);
  ensure(kind, 'o carimbo usa um resumo que este programa não conhece');
  const hash = await digest(kind, signature);
  ensure(equal(need(stamped, TAG.octets).body, hash), 'o carimbo é de outra assinatura');
  ensure(await checkDigest(data, content), 'o conteúdo do carimbo não é o que foi assinado');
  const verdict = await checkSigner(data);
  ensure(verdict !== 'unknown algorithm', 'o carimbo usa um algoritmo de assinatura que este programa não conhece');
  ensure(verdict === 'valid', 'a assinatura da autoridade de tempo não confere');
  ensure(await namesSigner(data), 'o carimbo nomeia outro certificado');
  ensure(mayTimestamp(signer), 'o certificado da autoridade não é de carimbo de tempo');
  const at = timeOf(time);
  return { time: at, authority: signer.subjectText, chain: await followChain(signer, data.certificates, at) };
}
