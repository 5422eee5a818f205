import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { build, onePage } from '../fixtures/build.ts';
import { PdfDocument } from '../src/core/document.ts';
import { PdfString } from '../src/core/objects.ts';
import {
  checkSealKey,
  createSelfSignedSeal,
  describeSealKey,
  loadSealKey,
  type SealKey,
  type SealMark,
  sealPdf,
  type TimestampClient,
  ValidationSource,
} from '../src/index.ts';
import { lacking, run } from './judges/programs.ts';
import { judgeSeal } from './judges/seals.ts';
import { complaintsOf } from './judges/soundness.ts';
import { corpus, NO_CORPUS, SEALED_AT, testSeal, workFolder } from './tools.ts';

const path = workFolder();
const OPTIONS = { at: SEALED_AT, reason: 'Conclusão das assinaturas', location: 'São Paulo', name: 'Organização' };

/** The CMS in /Contents and the bytes /ByteRange covers. */
function takeApart(bytes: Uint8Array): { cms: Buffer; covered: Buffer; gap: [number, number] } {
  const file = Buffer.from(bytes);
  const range = /\/ByteRange \[0 (\d+) +(\d+) +(\d+) *\]/.exec(file.toString('latin1'));
  if (!range) throw new Error('no ByteRange');
  const [before, after, rest] = range.slice(1).map(Number) as [number, number, number];
  const cms = Buffer.from(file.subarray(before + 1, after - 1).toString('latin1'), 'hex');
  return {
    cms,
    covered: Buffer.concat([file.subarray(0, before), file.subarray(after, after + rest)]),
    gap: [before, after],
  };
}

async function verify(bytes: Uint8Array, authority: string): Promise<string> {
  const { cms, covered } = takeApart(bytes);
  writeFileSync(path('signature.der'), cms);
  writeFileSync(path('covered.bin'), covered);
  const files = ['-in', path('signature.der'), '-content', path('covered.bin'), '-out', path('out.bin')];
  const trusting = ['-purpose', 'any', '-CAfile', authority];
  return (await run('openssl', 'cms', '-verify', '-cades', '-inform', 'DER', '-binary', ...trusting, ...files)).output;
}

describe('a seal of our own making', () => {
  it('covers all of the file but its own contents', async () => {
    const bytes = build(onePage());
    const { bytes: sealed, level, timestamp } = await sealPdf(bytes, await testSeal(), OPTIONS);
    expect([level, timestamp]).toEqual(['PADES_B_B', null]);
    const { gap, covered } = takeApart(sealed);
    expect(covered.length + gap[1] - gap[0]).toBe(sealed.length);
    expect(
      Buffer.from(sealed)
        .subarray(gap[0], gap[0] + 1)
        .toString(),
    ).toBe('<');
    expect(Buffer.compare(Buffer.from(sealed).subarray(0, bytes.length), bytes)).toBe(0);
  });

  it('describes its certificate and judges its dates', async () => {
    const key = await testSeal();
    expect(describeSealKey(key)).toMatchObject({
      subject: 'C=BR, O=Organização de Teste, CN=Selo de teste',
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter: new Date('2029-01-01T00:00:00Z'),
      algorithm: 'EC prime256v1',
    });
    expect(() => checkSealKey(key, new Date('2029-01-02'))).toThrow(expect.objectContaining({ problem: 'EXPIRED' }));
    expect(() => checkSealKey(key, new Date('2025-12-31'))).toThrow(
      expect.objectContaining({ problem: 'NOT_YET_VALID' }),
    );
    await expect(sealPdf(build(onePage()), key, { ...OPTIONS, at: new Date('2030-01-01') })).rejects.toMatchObject({
      problem: 'EXPIRED',
    });
  });

  it('says what is wrong with a key file', async () => {
    const p12 = await createSelfSignedSeal({
      organization: 'O',
      commonName: 'C',
      notBefore: SEALED_AT,
      years: 1,
      password: 'certa',
    });
    await expect(loadSealKey(p12, 'errada')).rejects.toMatchObject({ problem: 'WRONG_PASSWORD' });
    await expect(loadSealKey(Buffer.from('lixo'), 'x')).rejects.toMatchObject({ problem: 'UNREADABLE' });
    await expect(loadSealKey(p12.subarray(0, 500), 'certa')).rejects.toMatchObject({ problem: 'UNREADABLE' });
  });
});

describe('what a seal says of itself', () => {
  const MARK: SealMark = {
    environment: 'Producao',
    code: 'SVC-7K2M-QX9A-4TBD',
    link: '0a'.repeat(32),
    sequence: 17,
    original: '1b'.repeat(32),
  };
  const OF_CERTIFICATE: SealMark = {
    ...MARK,
    environment: 'Teste',
    certificate: { code: 'SVC-CERT-0123456789', version: 2, signed: '2c'.repeat(32) },
  };
  const signatureOf = (bytes: Uint8Array) => {
    const document = PdfDocument.open(bytes);
    const catalog = document.catalog();
    const permissions = document.dict(catalog.get('Perms'));
    const fields = document.array(document.dict(catalog.get('AcroForm'))?.get('Fields'));
    const signature = document.dict(document.dict(fields?.at(-1))?.get('V'));
    const reason = signature?.get('Reason');
    return { document, permissions, signature, reason: reason instanceof PdfString ? reason.toText() : '' };
  };

  it('stands in the signed bytes, in the words of the ADR', async () => {
    const { bytes } = await sealPdf(build(onePage()), await testSeal(), { at: SEALED_AT, name: 'R', mark: MARK });
    const covered = takeApart(bytes).covered.toString('latin1').replaceAll('\n', ' ');
    expect(covered).toContain(
      `/Rubrica <</Versao 1 /Tipo /Documento /Ambiente /Producao /Codigo (SVC-7K2M-QX9A-4TBD) /Elo (${'0a'.repeat(32)}) ` +
        `/Sequencia 17 /Original (${'1b'.repeat(32)}) >>`,
    );
    expect(signatureOf(bytes).reason).toBe(
      'Documento assinado de código SVC-7K2M-QX9A-4TBD; não é certificado de conclusão. Trilha selada até o evento 17.',
    );
  });

  it('names a certificate and its signed file, and a test as a test', async () => {
    const options = { at: SEALED_AT, name: 'R', mark: OF_CERTIFICATE };
    const { bytes } = await sealPdf(build(onePage()), await testSeal(), options);
    const covered = takeApart(bytes).covered.toString('latin1').replaceAll('\n', ' ');
    expect(covered).toMatch(/\/Tipo \/Certificado \/Ambiente \/Teste /);
    expect(covered).toContain(
      `/Certificado (SVC-CERT-0123456789) /VersaoCertificado 2 /Assinado (${'2c'.repeat(32)}) >>`,
    );
    expect(signatureOf(bytes).reason).toMatch(
      /^SEM VALIDADE JURÍDICA, AMBIENTE DE TESTE\. Certificado de conclusão SVC-CERT-0123456789, versão 2, do documento/,
    );
  });

  it.each<[string, Partial<SealMark>]>([
    ['a code with a bracket', { code: 'SVC) /Tipo /Certificado (' }],
    ['a link that is no hash', { link: 'AB'.repeat(32) }],
    ['a number below 1', { sequence: 0 }],
    ['a hash cut short', { original: 'ab' }],
  ])('refuses %s', async (_, change) => {
    const options = { at: SEALED_AT, name: 'R', mark: { ...MARK, ...change } };
    await expect(sealPdf(build(onePage()), await testSeal(), options)).rejects.toThrow(RangeError);
  });

  it.each([
    ['nothing', ''],
    ['usage rights', '/Perms << /UR3 << /Type /Sig >> /DocMDP 99 0 R >>'],
  ])('certifies the file, over an upload that has %s', async (_, entry) => {
    const objects = onePage();
    objects[1] = objects[1]?.replace('/Type /Catalog', `/Type /Catalog ${entry}`) ?? '';
    const { bytes } = await sealPdf(build(objects), await testSeal(), OPTIONS);
    const { document, permissions, signature } = signatureOf(bytes);
    expect([...(permissions?.keys() ?? [])]).toEqual(['DocMDP']);
    expect(document.dict(permissions?.get('DocMDP'))).toBe(signature);
    const [reference] = document.array(signature?.get('Reference')) ?? [];
    expect(document.dict(document.dict(reference)?.get('TransformParams'))?.get('P')).toBe(1);
  });

  const rights = corpus().find(({ file }) => file.includes('usagerights'));
  it('replaces the usage rights of a real file, and is valid for others', rights ? {} : NO_CORPUS, async () => {
    const { bytes: original } = rights as { bytes: Buffer };
    const { bytes } = await sealPdf(original, await testSeal(), { at: SEALED_AT, name: 'R', mark: MARK });
    expect([...(signatureOf(bytes).permissions?.keys() ?? [])]).toEqual(['DocMDP']);
    expect(await judgeSeal(bytes)).toEqual({ valid: true, whole: true });
    expect(await complaintsOf(bytes)).toEqual(await complaintsOf(original));
  });
});

describe('judged by openssl', lacking('openssl'), () => {
  /** Runs openssl with a line of arguments, none of which contains a space. */
  const openssl = (line: string): void => {
    execFileSync('openssl', line.split(' '), { stdio: 'pipe' });
  };
  const ca = { key: path('ca.key'), pem: path('ca.pem') };
  beforeAll(() => {
    openssl(`req -x509 -newkey rsa:2048 -nodes -keyout ${ca.key} -out ${ca.pem} -subj /CN=CA -days 3650`);
  });
  /** A key and its certificate issued by the test authority, as PKCS#12 with the password "senha". */
  const keyFile = (name: string, algorithm: string, usage = 'digitalSignature', bundle = ''): Buffer => {
    const file = path(name);
    openssl(`req -new ${algorithm} -nodes -keyout ${file}.key -out ${file}.csr -subj /O=Órgão/CN=${name} -utf8`);
    writeFileSync(`${file}.ext`, `keyUsage=critical,${usage}\n`);
    const signer = `-CA ${ca.pem} -CAkey ${ca.key} -CAcreateserial`;
    openssl(`x509 -req -in ${file}.csr ${signer} -out ${file}.pem -days 3650 -extfile ${file}.ext`);
    const parts = `-inkey ${file}.key -in ${file}.pem -certfile ${ca.pem}`;
    openssl(`pkcs12 -export ${parts} -out ${file}.p12 -passout pass:senha${bundle}`);
    return readFileSync(`${file}.p12`);
  };
  // A little later than now, because the certificates are only being made.
  const now = () => ({ ...OPTIONS, at: new Date(Date.now() + 60_000) });
  const seal = async (key: SealKey) => (await sealPdf(build(onePage()), key, now())).bytes;

  it.each([
    ['rsa', '-newkey rsa:3072', ''],
    ['ec256', '-newkey ec -pkeyopt ec_paramgen_curve:P-256', ''],
    ['ec384', '-newkey ec -pkeyopt ec_paramgen_curve:P-384', ''],
    ['ec521', '-newkey ec -pkeyopt ec_paramgen_curve:P-521', ''],
    ['legacy', '-newkey rsa:2048', ' -keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg sha1'],
  ])('%s keys seal validly, with the chain', async (name, algorithm, bundle) => {
    const key = await loadSealKey(keyFile(name, algorithm, undefined, bundle), 'senha');
    expect(key.chain).toHaveLength(1);
    expect(await verify(await seal(key), ca.pem)).toMatch(/CAdES Verification successful/);
  });

  it('a changed byte breaks the seal', async () => {
    const key = await loadSealKey(keyFile('rsa', '-newkey rsa:2048'), 'senha');
    const sealed = Buffer.from(await seal(key));
    sealed[20] = (sealed[20] ?? 0) ^ 1;
    expect(await verify(sealed, ca.pem)).toMatch(/digest|verify|failure/i);
  });

  it('a certificate that is not for signing is found at once', async () => {
    const p12 = keyFile('cipher', '-newkey rsa:2048', 'keyEncipherment');
    await expect(loadSealKey(p12, 'senha')).rejects.toMatchObject({ problem: 'CANNOT_SIGN' });
  });

  it('a file without a private key is found at once', async () => {
    keyFile('nokey', '-newkey rsa:2048');
    openssl(`pkcs12 -export -nokeys -in ${path('nokey.pem')} -out ${path('nokey.p12')} -passout pass:senha`);
    await expect(loadSealKey(readFileSync(path('nokey.p12')), 'senha')).rejects.toMatchObject({ problem: 'NO_KEY' });
  });

  it('the key file we make ourselves is opened and trusted', async () => {
    const p12 = await createSelfSignedSeal({
      organization: 'Rubrica',
      commonName: 'Selo',
      notBefore: new Date(Date.now() - 60_000),
      years: 2,
      password: 'ção',
    });
    writeFileSync(path('own.p12'), p12);
    openssl(`pkcs12 -in ${path('own.p12')} -nokeys -passin pass:ção -out ${path('own.pem')}`);
    expect(await verify(await seal(await loadSealKey(p12, 'ção')), path('own.pem'))).toMatch(/Verification successful/);
  });

  describe('with a timestamp authority', () => {
    const authority = (): TimestampClient => {
      const files = `-keyout ${path('tsa.key')} -out ${path('tsa.pem')}`;
      const usage = '-addext extendedKeyUsage=critical,timeStamping';
      openssl(`req -x509 -newkey rsa:2048 -nodes ${files} -subj /CN=TSA -days 30 ${usage}`);
      writeFileSync(path('serial'), '01\n');
      writeFileSync(
        path('tsa.cnf'),
        `[tsa]\ndefault_tsa=a\n[a]\nserial=${path('serial')}\nsigner_digest=sha256\ndefault_policy=1.2.3.4\ndigests=sha256\ness_cert_id_alg=sha256\n`,
      );
      return async (request) => {
        writeFileSync(path('query.tsq'), request);
        const signer = `-signer ${path('tsa.pem')} -inkey ${path('tsa.key')}`;
        const files = `-queryfile ${path('query.tsq')} -out ${path('reply.tsr')}`;
        openssl(`ts -reply -config ${path('tsa.cnf')} ${files} ${signer}`);
        return readFileSync(path('reply.tsr'));
      };
    };

    const stamping = (send: TimestampClient) => ({
      ...now(),
      timestamps: {
        ...{ authorities: [{ name: 'TSA', send }], roots: [], now: () => new Date() },
        validation: new ValidationSource(() => Promise.reject(new Error('nobody is to be asked'))),
      },
    });

    it('carries the token, and stays valid', async () => {
      const key = await loadSealKey(keyFile('stamped', '-newkey rsa:2048'), 'senha');
      const result = await sealPdf(build(onePage()), key, stamping(authority()));
      expect(result).toMatchObject({ level: 'PADES_B_LTA', timestamp: { authority: 'TSA' } });
      expect(result.longTermError).toMatch(/it names no source/);
      expect(await verify(result.bytes, ca.pem)).toMatch(/CAdES Verification successful/);
      const printed = await run('openssl', 'cms', '-cmsout', '-print', '-inform', 'DER', '-in', path('signature.der'));
      expect(printed.output).toContain('timeStampToken');
    });

    it.each<[string, () => TimestampClient]>([
      ['is down', () => () => Promise.reject(new Error('ECONNREFUSED'))],
      ['answers nonsense', () => async () => Buffer.from('<html>')],
      [
        'answers an old request',
        () => {
          const send = authority();
          const old = send(
            Buffer.from(`30390201013031300d060960864801650304020105000420${'00'.repeat(32)}0101ff`, 'hex'),
          );
          return () => old;
        },
      ],
    ])('that %s, seals without and says so', async (_, client) => {
      const key = await loadSealKey(keyFile('alone', '-newkey rsa:2048'), 'senha');
      const result = await sealPdf(build(onePage()), key, stamping(client()));
      expect(result.timestamp).toBeNull();
      expect(result.timestampError).toBeTruthy();
      expect(await verify(result.bytes, ca.pem)).toMatch(/CAdES Verification successful/);
    });
  });
});
