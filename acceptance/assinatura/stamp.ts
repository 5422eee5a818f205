import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A time-stamping authority (RFC 3161) that is openssl; null where that is not installed. */
export function createStamping(): ((query: Buffer) => Buffer) | null {
  if (spawnSync('openssl', ['version']).status !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'rubrica-carimbo-'));
  const openssl = (line: string) => {
    const done = spawnSync('openssl', line.split(' '), { cwd: folder });
    if (done.status !== 0) throw new Error(`openssl ${line}\n${done.stderr}`);
  };
  openssl(
    'req -x509 -newkey rsa:2048 -nodes -keyout tsa.key -out tsa.pem -subj /CN=TSA -days 2 -addext extendedKeyUsage=critical,timeStamping',
  );
  writeFileSync(join(folder, 'serial'), '01\n');
  const given = ['serial=serial', 'signer_digest=sha256', 'default_policy=1.2.3.4', 'digests=sha256'];
  writeFileSync(join(folder, 'tsa.cnf'), `[tsa]\ndefault_tsa=t\n[t]\n${given.join('\n')}\ness_cert_id_alg=sha256\n`);
  return (query) => {
    writeFileSync(join(folder, 'query'), query);
    openssl('ts -reply -config tsa.cnf -queryfile query -signer tsa.pem -inkey tsa.key -out reply');
    return readFileSync(join(folder, 'reply'));
  };
}
