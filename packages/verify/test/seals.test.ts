import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ValidationSource } from '@rubrica/pdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { lacking } from '../../pdf/test/judges/programs.ts';
import { judgeSeal } from '../../pdf/test/judges/seals.ts';
import { latin1 } from '../src/bytes.ts';
import { mayTimestamp, readCertificate } from '../src/crypto/certificate.ts';
import { locateSeal } from '../src/seal/locate.ts';
import { verify } from '../src/verify.ts';
import { AUTHORITY, authority, certificate, EC, keyOf, openssl, path, RSA, SIGNER, soon } from './openssl.ts';
import { makePair, type Pair } from './pair.ts';

/** Seals from keys and authorities that openssl makes, and its verdict and poppler's beside ours. */

async function failures({ signed, certificate }: Pair): Promise<string[]> {
  const { itens } = await verify(signed, certificate);
  return itens.filter(({ confere }) => !confere).map(({ codigo, motivo }) => `${codigo}: ${motivo}`);
}

describe('seals of many kinds', lacking('openssl'), () => {
  beforeAll(() => {
    certificate('raiz', RSA, AUTHORITY);
    certificate('meio', EC('P-384'), AUTHORITY, 'raiz');
    certificate('rsa', '-newkey rsa:3072', SIGNER, 'meio');
    certificate('tempo', RSA, ['extendedKeyUsage=critical,timeStamping', ...SIGNER], 'meio');
    certificate('alheio', RSA, ['extendedKeyUsage=critical,emailProtection', ...SIGNER], 'meio');
    path('cadeia.pem', Buffer.concat([readFileSync(`${path('meio')}.pem`), readFileSync(`${path('raiz')}.pem`)]));
  }, 60_000);

  it.each([
    ['P-256', 'SHA-256'],
    ['P-384', 'SHA-384'],
    ['P-521', 'SHA-512'],
  ])('an EC key on %s holds, with %s', async (curve, digest) => {
    certificate(`ec${curve}`, EC(curve), SIGNER, 'raiz');
    const pair = await makePair({ seal: await keyOf(`ec${curve}`, 'raiz'), at: soon() });
    expect(await failures(pair)).toEqual([]);
    const { itens } = await verify(pair.signed, pair.certificate);
    expect(itens.find(({ codigo }) => codigo === 'SELO_ASSINADO.RESUMO')?.motivo).toContain(digest);
  });

  it.each([
    [['meio', 'raiz'], /3 certificados.*até a raiz O=Instituição, CN=raiz/],
    [['meio'], /2 certificados.*a raiz não vem no arquivo/],
    [[], /1 certificado.*a raiz não vem no arquivo/],
  ])('a chain shipped as %j is followed as far as it goes', async (shipped, says) => {
    const pair = await makePair({ seal: await keyOf('rsa', ...shipped), at: soon() });
    expect(await failures(pair)).toEqual([]);
    const { itens } = await verify(pair.signed, pair.certificate);
    expect(itens.find(({ codigo }) => codigo === 'SELO_CERTIFICADO.CADEIA')?.motivo).toMatch(says);
  });

  it('a chain with a link that did not sign does not hold', async () => {
    certificate('impostor', EC('P-384'), AUTHORITY, 'raiz');
    openssl(`req -new -key ${path('impostor')}.key -out ${path('falso')}.csr -subj /O=Instituição/CN=meio -utf8`);
    const signer = `-CA ${path('raiz')}.pem -CAkey ${path('raiz')}.key -CAcreateserial -extfile ${path('impostor')}.ext`;
    openssl(`x509 -req -in ${path('falso')}.csr -out ${path('falso')}.pem -days 30 ${signer}`);
    const honest = await keyOf('rsa', 'meio', 'raiz');
    const wrong = new X509Certificate(readFileSync(`${path('falso')}.pem`));
    const pair = await makePair({
      seal: { ...honest, chain: [wrong, ...honest.chain.slice(1)] },
      at: soon(),
    });
    expect(await failures(pair)).toEqual([
      expect.stringMatching(/^SELO_ASSINADO\.CADEIA: .*“O=Instituição, CN=rsa” não confere/),
      expect.stringMatching(/^SELO_CERTIFICADO\.CADEIA: /),
    ]);
  });

  it('a timestamp holds, with its authority named', async () => {
    const pair = await makePair({
      seal: await keyOf('rsa', 'meio'),
      at: soon(),
      timestamp: authority('tempo', 'cadeia.pem'),
    });
    expect(await failures(pair)).toEqual([]);
    const { itens, semComoConferir } = await verify(pair.signed, pair.certificate);
    const [one] = itens.filter(({ codigo }) => codigo === 'SELO_ASSINADO.CARIMBO');
    expect(one?.motivo).toContain('por O=Instituição, CN=tempo');
    expect(semComoConferir.join()).not.toContain('sem carimbo de tempo');
  });

  it('only a certificate for it may stamp times', () => {
    const read = (name: string) => readCertificate(new X509Certificate(readFileSync(`${path(name)}.pem`)).raw);
    expect(['tempo', 'alheio', 'raiz'].map((name) => mayTimestamp(read(name)))).toEqual([true, false, false]);
  });

  it('a timestamp of another signature does not hold', async () => {
    const send = authority('tempo');
    const seal = await keyOf('rsa');
    const other = await makePair({ seal, at: soon(), timestamp: send });
    const pair = await makePair({ seal, at: soon(), timestamp: send });
    const [from, to] = await Promise.all([other.certificate, pair.certificate].map((bytes) => locateSeal(bytes)));
    expect(from?.cms.length).toBe(to?.cms.length);
    // The token lies whole in both envelopes, at the same place, with the checksum after it.
    const start = latin1(to?.cms ?? new Uint8Array()).indexOf('\x06\x0b\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x02\x0e');
    expect(start).toBeGreaterThan(0);
    const hex = (bytes?: Uint8Array) =>
      Buffer.from(bytes ?? [])
        .toString('hex')
        .slice(start * 2);
    const forged = Buffer.from(pair.certificate.toString('latin1').replace(hex(to?.cms), hex(from?.cms)), 'latin1');
    expect(await failures({ ...pair, certificate: forged })).toContainEqual(
      expect.stringMatching(/^SELO_CERTIFICADO\.CARIMBO: .*outra assinatura/),
    );
  });

  it('openssl and poppler, or PDFium in its place, agree on a chain with a timestamp, checksum and all', async () => {
    const pair = await makePair({
      seal: await keyOf('rsa', 'meio', 'raiz'),
      at: soon(),
      timestamp: authority('tempo', 'cadeia.pem'),
    });
    expect(await failures(pair)).toEqual([]);
    for (const bytes of [pair.signed, pair.certificate]) {
      expect(judgedByOpenssl(await locateSeal(bytes))).toContain('CAdES Verification successful');
      expect(await judgeSeal(bytes)).toEqual({ valid: true, whole: true });
    }
  });

  it('revocation data after the seal of the signed file holds, and no changed byte of it does', async () => {
    const named = 'crlDistributionPoints=URI:http://crl.exemplo/raiz.crl';
    certificate('revogavel', RSA, [...SIGNER, named], 'raiz');
    certificate('relogio', RSA, ['extendedKeyUsage=critical,timeStamping', ...SIGNER, named], 'raiz');
    const list = revocationList('raiz');
    const pair = await makePair({
      seal: await keyOf('revogavel', 'raiz'),
      at: soon(),
      timestamp: authority('relogio', 'raiz.pem'),
      validation: new ValidationSource(async () => list),
    });
    const { after } = await locateSeal(pair.signed, { mayBeFollowed: true });
    expect(after).toBeGreaterThan(list.length);
    expect(await failures(pair)).toEqual([]);
    const { itens } = await verify(pair.signed, pair.certificate);
    expect(itens.find(({ codigo }) => codigo === 'SELO_ASSINADO.COBERTURA')?.motivo).toContain('dados de revogação');
    for (let at = pair.signed.length - after; at < pair.signed.length; at += 97) {
      const changed = Buffer.from(pair.signed);
      changed[at] = (changed[at] as number) ^ 1;
      expect((await verify(changed, pair.certificate)).resultado).toBe('NAO_CONFERE');
    }
    const cut = pair.signed.subarray(0, pair.signed.length - after);
    expect(await failures({ ...pair, signed: cut })).toEqual([expect.stringContaining('ARQUIVO.HASH_ASSINADO')]);
  });

  it('nothing may follow the seal of a certificate', async () => {
    const list = revocationList('raiz');
    const pair = await makePair({
      seal: await keyOf('revogavel', 'raiz'),
      at: soon(),
      timestamp: authority('relogio', 'raiz.pem'),
      validation: new ValidationSource(async () => list),
    });
    expect(await failures({ ...pair, certificate: pair.signed })).not.toEqual([]);
    await expect(locateSeal(pair.signed)).rejects.toThrow(/não traz um selo/);
  });

  it('openssl and poppler, or PDFium in its place, agree on a changed file', async () => {
    const pair = await makePair({ seal: await keyOf('rsa', 'meio', 'raiz'), at: soon() });
    const changed = Buffer.from(pair.certificate);
    changed[20] = (changed[20] ?? 0) ^ 1;
    expect(await failures({ ...pair, certificate: changed })).toEqual([
      expect.stringContaining('SELO_CERTIFICADO.RESUMO'),
    ]);
    expect(judgedByOpenssl(await locateSeal(changed))).not.toContain('successful');
    expect(await judgeSeal(changed)).toMatchObject({ valid: false });
  });
});

/** A list of what an authority revoked, which is nothing. */
function revocationList(name: string): Buffer {
  const file = path(name);
  path(`${name}.index`, Buffer.alloc(0));
  path(`${name}.cnf`, Buffer.from(`[ca]\ndefault_ca=a\n[a]\ndatabase=${file}.index\ndefault_md=sha256\n`));
  const given = `-config ${file}.cnf -keyfile ${file}.key -cert ${file}.pem -crldays 30`;
  openssl(`ca -gencrl ${given} -out ${file}.crl`);
  openssl(`crl -in ${file}.crl -outform DER -out ${file}.crl.der`);
  return readFileSync(`${file}.crl.der`);
}

function judgedByOpenssl({ cms, covered }: Awaited<ReturnType<typeof locateSeal>>): string {
  path('cms.der', cms);
  path('covered.bin', Buffer.concat(covered));
  const files = `-inform DER -in ${path('cms.der')} -content ${path('covered.bin')} -binary -out ${path('out.bin')}`;
  const args = `cms -verify -cades -purpose any -CAfile ${path('raiz')}.pem ${files}`.split(' ');
  const { stdout, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  return stdout + stderr;
}
