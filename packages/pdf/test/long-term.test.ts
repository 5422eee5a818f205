import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { build, onePage } from '../fixtures/build.ts';
import { PdfDocument } from '../src/core/document.ts';
import { PdfStream, type PdfValue } from '../src/core/objects.ts';
import {
  loadSealKey,
  type RevocationClient,
  type SealKey,
  sealPdf,
  type TimestampClient,
  ValidationSource,
} from '../src/index.ts';
import { stampReply, timeAuthority } from './authority.ts';
import { lacking } from './judges/programs.ts';
import { judgeSeal } from './judges/seals.ts';
import { complaintsOf } from './judges/soundness.ts';
import { testSeal, workFolder } from './tools.ts';

const path = workFolder();

/** Runs openssl with a line of arguments, none of which contains a space. */
function openssl(line: string): string {
  const { status, stdout, stderr } = spawnSync('openssl', line.split(' '), { encoding: 'utf8' });
  const output = `${stdout}${stderr}`;
  if (status !== 0) throw new Error(`openssl ${line}\n${output}`);
  return output;
}

/** A certificate issued by the test's authority, entered in its register. */
function issue(name: string, authority: string, extensions: string[]): void {
  const file = path(name);
  openssl(`req -new -newkey rsa:2048 -nodes -keyout ${file}.key -out ${file}.csr -subj /O=Rubrica/CN=${name}`);
  writeFileSync(`${file}.ext`, `${extensions.join('\n')}\n`);
  const config = path(`${authority}.cnf`);
  openssl(`ca -batch -notext -config ${config} -in ${file}.csr -out ${file}.pem -extfile ${file}.ext -days 3650`);
}

function newAuthority(name: string): void {
  const file = path(name);
  writeFileSync(`${file}.index`, '');
  writeFileSync(`${file}.index.attr`, 'unique_subject = no\n');
  writeFileSync(
    `${file}.cnf`,
    `[ca]\ndefault_ca=a\n[a]\ndatabase=${file}.index\nnew_certs_dir=${path('.')}\nrand_serial=yes\ncertificate=${file}.pem
private_key=${file}.key\ndefault_md=sha256\npolicy=p\ndefault_crl_days=30\n[p]\norganizationName=optional\ncommonName=supplied\n`,
  );
}

const AUTHORITY = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign,cRLSign'];
const SIGNER = ['keyUsage=critical,digitalSignature'];
const OCSP = 'authorityInfoAccess=OCSP;URI:http://ocsp.exemplo/,caIssuers;URI:http://aia.exemplo/ac.cer';
const CRL = 'crlDistributionPoints=URI:ldap://x.exemplo/,URI:http://crl.exemplo/raiz.crl';
const NAMED = ['keyUsage=critical,digitalSignature', 'extendedKeyUsage=critical,timeStamping'];

/** A key file, with the named certificates above it. */
async function keyOf(name: string, ...above: string[]): Promise<SealKey> {
  const file = path(name);
  const chain = path(`${name}.chain`, Buffer.concat(above.map((other) => readFileSync(path(`${other}.pem`)))));
  const extra = above.length > 0 ? ` -certfile ${chain}` : '';
  openssl(`pkcs12 -export -inkey ${file}.key -in ${file}.pem${extra} -out ${file}.p12 -passout pass:senha`);
  return loadSealKey(readFileSync(`${file}.p12`), 'senha');
}

/** A timestamp authority implemented with openssl, its certificate issued by the same authorities. */
async function timestamp(request: Uint8Array, chain = ` -chain ${path('ac.pem')}`, by = 'tsa'): Promise<Uint8Array> {
  writeFileSync(path('query.tsq'), request);
  const given = `-signer ${path(by)}.pem -inkey ${path(by)}.key${chain}`;
  openssl(`ts -reply -config ${path('tsa.cnf')} -queryfile ${path('query.tsq')} -out ${path('reply.tsr')} ${given}`);
  return readFileSync(path('reply.tsr'));
}

type World = { client: RevocationClient; asked: string[] };

/** What the certificates' addresses return: openssl's responder, the root's CRL, the authority's certificate. */
function world(change: Partial<Record<string, (body?: Uint8Array) => Uint8Array>> = {}): World {
  const asked: string[] = [];
  const answers: Record<string, (body?: Uint8Array) => Uint8Array> = {
    'http://ocsp.exemplo/': (body) => respond(body, 'responder'),
    'http://crl.exemplo/raiz.crl': () => list('raiz'),
    'http://aia.exemplo/ac.cer': () => readFileSync(path('ac.pem')),
    'http://aia.exemplo/raiz.cer': () => readFileSync(path('raiz.pem')),
    ...(change as object),
  };
  const client: RevocationClient = async ({ url, body }) => {
    asked.push(url);
    const answer = answers[url];
    if (!answer) throw new Error('not found');
    return answer(body);
  };
  return { client, asked };
}

function respond(body: Uint8Array | undefined, signer: string, days = 1): Buffer {
  writeFileSync(path('ask.der'), body ?? '');
  const files = `-reqin ${path('ask.der')} -respout ${path('answer.der')} -index ${path('ac.index')} -CA ${path('ac.pem')}`;
  openssl(`ocsp ${files} -rsigner ${path(signer)}.pem -rkey ${path(signer)}.key -ndays ${days} -rmd sha256`);
  return readFileSync(path('answer.der'));
}

function list(authority: string): Buffer {
  openssl(`ca -gencrl -config ${path(`${authority}.cnf`)} -out ${path('list.pem')}`);
  openssl(`crl -in ${path('list.pem')} -outform DER -out ${path('list.der')}`);
  return readFileSync(path('list.der'));
}

const original = build(onePage());
const options = (
  validation: ValidationSource,
  send: TimestampClient = (query) => timestamp(query),
  at = new Date(),
) => ({
  ...{ at, reason: 'Conclusão', name: 'Rubrica' },
  timestamps: { authorities: [{ name: 'tsa', send }], roots: [], now: () => new Date(), validation },
});

function seal(key: SealKey, { client }: World, send?: TimestampClient) {
  return sealPdf(original, key, options(new ValidationSource(client), send));
}

/** The document security store of a file: each of its lists decoded, and the entries per seal. */
function store(bytes: Uint8Array) {
  const document = PdfDocument.open(bytes);
  const dss = document.dict(document.catalog().get('DSS'));
  const decoded = (value: PdfValue | undefined): Buffer[] =>
    (document.array(value) ?? []).map((item) => {
      const stream = document.resolve(item);
      if (!(stream instanceof PdfStream)) throw new Error('no stream');
      return Buffer.from(document.decode(stream, 1 << 20));
    });
  const vri = document.dict(dss?.get('VRI'));
  const [seal = ''] = [...(vri?.keys() ?? [])];
  const named = document.dict(vri?.get(seal));
  return {
    certificates: decoded(dss?.get('Certs')),
    ocsps: decoded(dss?.get('OCSPs')),
    crls: decoded(dss?.get('CRLs')),
    seal,
    named: {
      certificates: decoded(named?.get('Cert')),
      ocsps: decoded(named?.get('OCSP')),
      crls: decoded(named?.get('CRL')),
    },
  };
}

function contentsOf(bytes: Uint8Array): Buffer {
  const found = /\/Contents <([0-9a-f]+)>/.exec(Buffer.from(bytes).toString('latin1'));
  return Buffer.from(found?.[1] ?? '', 'hex');
}

describe('a seal by a certificate others answer for', lacking('openssl'), () => {
  beforeAll(() => {
    for (const name of ['raiz', 'ac']) newAuthority(name);
    const root = `-keyout ${path('raiz.key')} -out ${path('raiz.pem')}`;
    openssl(`req -x509 -newkey rsa:2048 -nodes ${root} -subj /O=Rubrica/CN=raiz -days 3650`);
    issue('ac', 'raiz', [...AUTHORITY, CRL, 'authorityInfoAccess=caIssuers;URI:http://aia.exemplo/raiz.cer']);
    issue('responder', 'ac', ['extendedKeyUsage=OCSPSigning', 'noCheck=ignored']);
    issue('stranger', 'raiz', ['extendedKeyUsage=OCSPSigning']);
    issue('selo', 'ac', [...SIGNER, OCSP]);
    issue('revogado', 'ac', [...SIGNER, OCSP]);
    issue('mudo', 'ac', SIGNER);
    issue('tsa', 'ac', [...NAMED, OCSP]);
    openssl(`ca -config ${path('ac.cnf')} -revoke ${path('revogado.pem')}`);
    writeFileSync(path('tsa.serial'), '01\n');
    const given = ['signer_digest=sha256', 'default_policy=1.2.3.4', 'digests=sha256', 'ess_cert_id_alg=sha256'];
    writeFileSync(path('tsa.cnf'), `[tsa]\ndefault_tsa=t\n[t]\nserial=${path('tsa.serial')}\n${given.join('\n')}\n`);
  });

  it('is followed by all that validating it takes, named by the seal', async () => {
    const { bytes, sha256, ...outcome } = await seal(await keyOf('selo', 'ac', 'raiz'), world());
    expect(outcome).toEqual({
      level: 'PADES_B_LTA',
      timestamp: expect.objectContaining({ authority: 'tsa' }),
    });
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    const { certificates, ocsps, crls, seal: name, named } = store(bytes);
    const der = (file: string) => openssl(`x509 -in ${path(`${file}.pem`)} -noout -fingerprint -sha256`);
    const fingerprints = certificates.map((raw) => createHash('sha256').update(raw).digest('hex').toUpperCase());
    for (const file of ['selo', 'ac', 'raiz', 'tsa']) {
      expect(fingerprints).toContain(der(file).split('=')[1]?.trim().replaceAll(':', ''));
    }
    expect([certificates.length, ocsps.length, crls.length]).toEqual([4, 2, 1]);
    expect(named).toEqual({ certificates, ocsps, crls });
    expect(name).toBe(createHash('sha1').update(contentsOf(bytes)).digest('hex').toUpperCase());
    for (const ocsp of ocsps) {
      const file = path('stored.der', ocsp);
      const checked = openssl(
        `ocsp -respin ${file} -CAfile ${path('raiz.pem')} -verify_other ${path('ac.pem')} -noverify -text`,
      );
      expect(checked).toMatch(/Cert Status: good/);
    }
    expect(openssl(`crl -inform DER -in ${path('stored.crl', crls[0] as Buffer)} -noout -issuer`)).toMatch(/raiz/);
  });

  it('is valid for others, and the file in order for qpdf', async () => {
    const { bytes } = await seal(await keyOf('selo', 'ac', 'raiz'), world());
    expect(await judgeSeal(bytes)).toEqual({ valid: true, whole: true });
    expect(await complaintsOf(bytes)).toEqual([]);
  });

  it('keeps every sealed byte', async () => {
    const key = await keyOf('selo', 'ac', 'raiz');
    const { bytes } = await seal(key, world());
    const range = /\/ByteRange \[0 (\d+) +(\d+) +(\d+) *\]/.exec(Buffer.from(bytes).toString('latin1'));
    const [before, after, rest] = (range ?? []).slice(1).map(Number) as [number, number, number];
    const sealed = Buffer.from(bytes).subarray(0, after + rest);
    expect(sealed.toString('latin1')).toMatch(/%%EOF\n$/);
    const covered = path('covered.bin', Buffer.concat([sealed.subarray(0, before), sealed.subarray(after)]));
    const cms = path('seal.der', contentsOf(bytes));
    const given = `-inform DER -in ${cms} -content ${covered} -binary -purpose any -CAfile ${path('raiz.pem')}`;
    expect(openssl(`cms -verify -cades ${given} -out ${path('out.bin')}`)).toMatch(/Verification successful/);
  });

  it('has the issuers fetched that the key file lacks', async () => {
    const key = await keyOf('selo');
    const bare: TimestampClient = (request) => timestamp(request, '');
    const asked = world();
    const sealWith = (one: World) => seal(key, one, bare);
    expect(await sealWith(asked)).toMatchObject({ level: 'PADES_B_LTA' });
    expect(asked.asked.filter((url) => url.includes('aia'))).toEqual([
      'http://aia.exemplo/ac.cer',
      'http://aia.exemplo/raiz.cer',
    ]);
    expect(await sealWith(world({ 'http://aia.exemplo/raiz.cer': undefined }))).toMatchObject({
      level: 'PADES_B_LTA',
      longTermError: 'the issuer of O=Rubrica, CN=ac is not to be had',
    });
  });

  it.each<[string, string, RegExp, () => World]>([
    ['names no source', 'mudo', /CN=mudo: it names no source/, () => world()],
    ['has a responder that is down', 'selo', /not found/, () => world({ 'http://ocsp.exemplo/': undefined })],
    [
      'has a responder nobody authorized',
      'selo',
      /not signed by the issuer/,
      () => world({ 'http://ocsp.exemplo/': (body) => respond(body, 'stranger') }),
    ],
    [
      'has a responder that answers nonsense',
      'selo',
      /DER/,
      () => world({ 'http://ocsp.exemplo/': () => Buffer.from('<html>') }),
    ],
    [
      'gets an answer about another',
      'selo',
      /about another certificate/,
      () => {
        let first: Buffer | undefined;
        return world({
          'http://ocsp.exemplo/': (body) => {
            first ??= respond(body, 'responder');
            return first;
          },
        });
      },
    ],
    [
      'has an authority whose list is another’s',
      'selo',
      /CRL is not signed by the issuer/,
      () => world({ 'http://crl.exemplo/raiz.crl': () => list('ac') }),
    ],
  ])('holds what is to be had, and tells what is not, where it %s', async (_, name, why, make) => {
    const { bytes, sha256, ...outcome } = await seal(await keyOf(name, 'ac', 'raiz'), make());
    expect(outcome).toMatchObject({ level: 'PADES_B_LTA', longTermError: expect.stringMatching(why) });
    expect(outcome.timestampError).toBeUndefined();
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(store(bytes).certificates.length).toBeGreaterThanOrEqual(3);
  });

  it('is not put where its authority says that its certificate is revoked', async () => {
    await expect(seal(await keyOf('revogado', 'ac', 'raiz'), world())).rejects.toMatchObject({
      problem: 'REVOKED',
      message: expect.stringMatching(/CN=revogado: the certificate is revoked/),
    });
  });

  it('is not stamped by an authority whose certificate is revoked', async () => {
    issue('tsa2', 'ac', [...NAMED, OCSP]);
    openssl(`ca -config ${path('ac.cnf')} -revoke ${path('tsa2.pem')}`);
    const revoked: TimestampClient = (query) => timestamp(query, undefined, 'tsa2');
    const { level, timestampError } = await seal(await keyOf('selo', 'ac', 'raiz'), world(), revoked);
    expect([level, timestampError]).toEqual([
      'PADES_B_B',
      expect.stringMatching(/CN=tsa2: the certificate is revoked/),
    ]);
  });

  it('does not ask again for a while, of whom answered and of whom did not', async () => {
    const key = await keyOf('selo', 'ac', 'raiz');
    const good = world();
    const validation = new ValidationSource(good.client);
    for (const at of [new Date(), new Date(Date.now() + 1000)]) {
      expect((await sealPdf(original, key, options(validation, undefined, at))).longTermError).toBeUndefined();
    }
    expect(good.asked.toSorted()).toEqual([
      'http://crl.exemplo/raiz.crl',
      'http://ocsp.exemplo/',
      'http://ocsp.exemplo/',
    ]);
    const bad = world({ 'http://crl.exemplo/raiz.crl': undefined });
    const silent = new ValidationSource(bad.client);
    for (const minutes of [0, 1, 6]) {
      const at = new Date(Date.now() + minutes * 60_000);
      expect((await sealPdf(original, key, options(silent, undefined, at))).longTermError).toMatch(/not found/);
    }
    // The CRL twice; of the two certificates the responder covers, the seal's is asked about at the given times.
    expect(bad.asked.filter((url) => url.includes('crl'))).toHaveLength(2);
  });

  it('asks nobody without a timestamp, nor about a certificate that signed itself', async () => {
    const asked = world();
    const validation = new ValidationSource(asked.client);
    const { timestamps: _, ...untimed } = options(validation);
    const own = timeAuthority();
    const stamped = options(validation, async (query) => stampReply(query, own));
    const outcomes = [
      await sealPdf(original, await keyOf('selo', 'ac', 'raiz'), untimed),
      await sealPdf(original, await testSeal(), stamped),
    ].map(({ level }) => level);
    expect(outcomes).toEqual(['PADES_B_B', 'PADES_B_LTA']);
    expect(asked.asked).toEqual([]);
  });
});
