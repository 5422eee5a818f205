import { appendFileSync } from 'node:fs';
import { it } from 'vitest';
import { verify } from '../src/verify.ts';
import { AUTHORITY, authority, certificate, keyOf, RSA, SIGNER, soon } from './openssl.ts';
import { makePair } from './pair.ts';
it('x', { timeout: 3_000_000 }, async () => {
  certificate('raiz', RSA, AUTHORITY); certificate('meio', RSA, AUTHORITY, 'raiz'); certificate('selo', RSA, SIGNER, 'meio');
  certificate('tempo', RSA, ['extendedKeyUsage=critical,timeStamping', ...SIGNER], 'meio');
  const p = await makePair({ seal: await keyOf('selo', 'meio'), at: soon(), timestamp: authority('tempo', 'meio.pem') });
  const log = (s: string) => appendFileSync('/tmp/vx/ex.log', `${s}\n`);
  log(`${(await verify(p.signed, p.certificate)).resultado} ${p.certificate.length} ${p.signed.length}`);
  for (const file of ['certificate', 'signed'] as const) {
    const bytes = p[file]; let missed = 0, n = 0; const t0 = performance.now();
    for (let i = 0; i < bytes.length; i += 16) {
      await Promise.all(Array.from({ length: Math.min(16, bytes.length - i) }, async (_, k) => {
        const c = Buffer.from(bytes); c[i + k]! ^= 1 << ((i + k) % 8); n++;
        const r = await verify(file === 'signed' ? c : p.signed, file === 'certificate' ? c : p.certificate);
        if (r.resultado === 'CONFERE') { missed++; log(`${file} ${i + k}`); }
      }));
      if (i % 4096 === 0) log(`${file} ${n} missed ${missed} ${Math.round((performance.now() - t0) / 1000)}s`);
    }
    log(`DONE ${file} ${n} missed ${missed}`);
  }
});
