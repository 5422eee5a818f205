import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSealKey, type SealKey } from '@rubrica/pdf';

/** Keys, certificates and a timestamp authority made with openssl. */

const folder = mkdtempSync(join(tmpdir(), 'verify-test-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
export const path = (name: string, bytes?: Uint8Array): string => {
  const file = join(folder, name);
  if (bytes) writeFileSync(file, bytes);
  return file;
};

/** Runs openssl with a line of arguments, none of which contains a space. */
export const openssl = (line: string): string =>
  execFileSync('openssl', line.split(' '), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** A key and a certificate, issued by the test root or self-signed; `extensions` as in openssl's configuration. */
export function certificate(name: string, algorithm: string, extensions: string[], issuer?: string): void {
  const file = path(name);
  openssl(`req -new ${algorithm} -nodes -keyout ${file}.key -out ${file}.csr -subj /O=Instituição/CN=${name} -utf8`);
  writeFileSync(`${file}.ext`, `${extensions.join('\n')}\n`);
  const signer = issuer ? `-CA ${path(issuer)}.pem -CAkey ${path(issuer)}.key -CAcreateserial` : `-signkey ${file}.key`;
  openssl(`x509 -req -in ${file}.csr ${signer} -out ${file}.pem -days 3650 -extfile ${file}.ext`);
}

export const RSA = '-newkey rsa:2048';
export const EC = (curve: string) => `-newkey ec -pkeyopt ec_paramgen_curve:${curve}`;
export const AUTHORITY = [
  'basicConstraints=critical,CA:TRUE',
  'keyUsage=critical,keyCertSign',
  'subjectKeyIdentifier=hash',
];
export const SIGNER = ['keyUsage=critical,digitalSignature', 'subjectKeyIdentifier=hash'];

/** A seal key whose PKCS#12 also contains the certificates named in `shipped`. */
export async function keyOf(name: string, ...shipped: string[]): Promise<SealKey> {
  const above = path(`${name}.chain`, Buffer.concat(shipped.map((other) => readFileSync(`${path(other)}.pem`))));
  const extra = shipped.length > 0 ? ` -certfile ${above}` : '';
  const file = path(name);
  openssl(`pkcs12 -export -inkey ${file}.key -in ${file}.pem${extra} -out ${file}.p12 -passout pass:senha`);
  return loadSealKey(readFileSync(`${file}.p12`), 'senha');
}
