import { spawnSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { lacking } from '../../pdf/test/judges/programs.ts';
import { judgeSeal } from '../../pdf/test/judges/seals.ts';
import { mayTimestamp, readCertificate } from '../src/crypto/certificate.ts';
import { parseFingerprint, parsePem, type VerifyOptions, verify } from '../src/index.ts';
import { locateSeal } from '../src/seal/locate.ts';
import type { Authority, TokenFaults } from './authority.ts';
import { AUTHORITY, certificate, EC, keyOf, openssl, path, RSA, SIGNER } from './openssl.ts';
import { fingerprintOf, makePair, type Pair, type PairOptions } from './pair.ts';
import { plainStory } from './story.ts';

/** Seals with keys and authorities made by openssl, comparing its and poppler's verdict with ours. */

const STAMPER = ['extendedKeyUsage=critical,timeStamping', ...SIGNER];
/** A little later than the certificates, which were just made. */
const start = () => new Date(Date.now() + 60_000);
const story = (original: string) => plainStory(original, { start: start() });
const make = (options: PairOptions) => makePair({ story, ...options });
const read = (name: string) => new X509Certificate(readFileSync(`${path(name)}.pem`));
const pem = (name: string) => parsePem(readFileSync(`${path(name)}.pem`, 'utf8'));

function authority(name: string, ...chain: string[]): Authority {
  const key = createPrivateKey(readFileSync(`${path(name)}.key`));
  return { key, certificate: read(name), chain: chain.map(read) };
}

async function found({ signed, certificate: file }: Pair, options?: VerifyOptions) {
  const report = await verify(signed, file, options);
  const of = (holds: boolean | null) =>
    report.itens.filter(({ confere }) => confere === holds).map(({ codigo, motivo }) => `${codigo}: ${motivo}`);
  const said = (codigo: string) => report.itens.find((item) => item.codigo === codigo)?.motivo;
  return { resultado: report.resultado, failed: of(false), open: of(null), said, report };
}

const failures = async (pair: Pair, options?: VerifyOptions) => (await found(pair, options)).failed;

describe('seals of many kinds', lacking('openssl'), () => {
  beforeAll(() => {
    certificate('raiz', RSA, AUTHORITY);
    certificate('meio', EC('P-384'), AUTHORITY, 'raiz');
    certificate('rsa', '-newkey rsa:3072', SIGNER, 'meio');
    certificate('tempo', RSA, STAMPER, 'meio');
    certificate('relogio', EC('P-256'), STAMPER, 'raiz');
    certificate('alheio', RSA, ['extendedKeyUsage=critical,emailProtection', ...SIGNER], 'meio');
    certificate('frouxo', EC('P-256'), ['extendedKeyUsage=timeStamping', ...SIGNER], 'meio');
    certificate('duplo', EC('P-256'), ['extendedKeyUsage=critical,timeStamping,emailProtection', ...SIGNER], 'meio');
    certificate('caseiro', EC('P-256'), STAMPER);
    path('cadeia.pem', Buffer.concat([readFileSync(`${path('meio')}.pem`), readFileSync(`${path('raiz')}.pem`)]));
  });

  it.each([
    ['P-256', 'SHA-256'],
    ['P-384', 'SHA-384'],
    ['P-521', 'SHA-512'],
  ])('an EC key on %s holds, with %s', async (curve, digest) => {
    certificate(`ec${curve}`, EC(curve), SIGNER, 'raiz');
    const { failed, said } = await found(await make({ seal: await keyOf(`ec${curve}`, 'raiz') }));
    expect(failed).toEqual([]);
    expect(said('SELO_ASSINADO.RESUMO')).toContain(digest);
  });

  it.each([
    [['meio', 'raiz'], /3 certificados.*até a raiz O=Instituição, CN=raiz/],
    [['meio'], /2 certificados.*a raiz não vem no arquivo/],
    [[], /1 certificado.*a raiz não vem no arquivo/],
  ])('a chain shipped as %j is followed as far as it goes', async (shipped, says) => {
    const { failed, said } = await found(await make({ seal: await keyOf('rsa', ...shipped) }));
    expect(failed).toEqual([]);
    expect(said('SELO_CERTIFICADO.CADEIA')).toMatch(says);
  });

  it('a chain with a link that did not sign does not hold', async () => {
    certificate('impostor', EC('P-384'), AUTHORITY, 'raiz');
    openssl(`req -new -key ${path('impostor')}.key -out ${path('falso')}.csr -subj /O=Instituição/CN=meio -utf8`);
    const signer = `-CA ${path('raiz')}.pem -CAkey ${path('raiz')}.key -CAcreateserial -extfile ${path('impostor')}.ext`;
    openssl(`x509 -req -in ${path('falso')}.csr -out ${path('falso')}.pem -days 30 ${signer}`);
    const honest = await keyOf('rsa', 'meio', 'raiz');
    const pair = await make({ seal: { ...honest, chain: [read('falso'), ...honest.chain.slice(1)] } });
    expect(await failures(pair)).toEqual([
      expect.stringMatching(/^SELO_ASSINADO\.CADEIA: .*“O=Instituição, CN=rsa” não confere/),
      expect.stringMatching(/^SELO_CERTIFICADO\.CADEIA: /),
    ]);
  });

  describe('under a root', () => {
    it('that the chain ends in holds, whether the file ships it or not', async () => {
      for (const shipped of [['meio', 'raiz'], ['meio']]) {
        const pair = await make({ seal: await keyOf('rsa', ...shipped) });
        expect((await found(pair, { roots: pem('raiz') })).resultado).toBe('CONFERE');
        expect((await found(pair, { roots: pem('meio') })).resultado).toBe('CONFERE');
      }
    });

    it('of another is not identified, nor is one that both lists do not name', async () => {
      const seal = await keyOf('rsa', 'meio', 'raiz');
      const pair = await make({ seal });
      const own = [parseFingerprint(fingerprintOf(seal))];
      const other = [parseFingerprint('0'.repeat(64))];
      const results = [];
      for (const trust of [
        { roots: pem('caseiro') },
        { roots: pem('raiz'), seals: other },
        { roots: pem('caseiro'), seals: own },
      ]) {
        results.push((await found(pair, trust)).resultado);
      }
      expect(results).toEqual(Array(3).fill('SELO_NAO_IDENTIFICADO'));
      expect((await found(pair, { roots: pem('raiz'), seals: own })).resultado).toBe('CONFERE');
    });

    it('with the same name and another key is not identified', async () => {
      openssl(
        `req -x509 ${RSA} -nodes -keyout ${path('sosia')}.key -out ${path('sosia')}.pem -subj /O=Instituição/CN=raiz -utf8`,
      );
      const pair = await make({ seal: await keyOf('rsa', 'meio') });
      expect((await found(pair, { roots: pem('sosia') })).resultado).toBe('SELO_NAO_IDENTIFICADO');
    });
  });

  describe('a time stamp', () => {
    const stamped = async (faults: TokenFaults = {}, by = authority('tempo', 'meio', 'raiz')) =>
      make({ seal: await keyOf('rsa', 'meio'), signed: { authority: by, faults }, certificate: { authority: by } });

    it('of an authority that was named holds', async () => {
      const { failed, open, said, report } = await found(await stamped(), { timestampRoots: pem('raiz') });
      expect([failed, open.filter((text) => text.includes('CARIMBO'))]).toEqual([[], []]);
      expect(said('SELO_ASSINADO.CARIMBO')).toContain('por O=Instituição, CN=tempo');
      expect(report.semComoConferir.join()).not.toContain('sem carimbo de tempo');
    });

    it('of an authority that nobody named is no plain tick, a home-made one’s neither', async () => {
      for (const by of [authority('tempo', 'meio', 'raiz'), authority('caseiro')]) {
        const { failed, open } = await found(await stamped({}, by));
        expect(failed).toEqual([]);
        expect(open).toContainEqual(expect.stringMatching(/^SELO_ASSINADO\.CARIMBO: .*autoridade não identificada/));
        expect(open).toContainEqual(expect.stringMatching(/^SELO_CERTIFICADO\.CARIMBO: /));
      }
    });

    it('of an authority that is none of those named does not hold', async () => {
      const pair = await stamped({}, authority('caseiro'));
      expect(await failures(pair, { timestampRoots: pem('raiz') })).toEqual([
        expect.stringMatching(/^SELO_ASSINADO\.CARIMBO: .*nenhuma das autoridades de tempo informadas/),
        expect.stringMatching(/^SELO_CERTIFICADO\.CARIMBO: /),
      ]);
    });

    it('named by SHA-1, as the first standard had it, holds', async () => {
      expect(await failures(await stamped({ older: true }), { timestampRoots: pem('raiz') })).toEqual([]);
    });

    it.each<[string, TokenFaults | (() => TokenFaults), RegExp]>([
      ['of another signature', { imprint: Buffer.alloc(32, 1) }, /outra assinatura/],
      [
        'signed by another key',
        () => ({ key: authority('relogio').key }),
        /assinatura da autoridade de tempo não confere/,
      ],
      ['that names another certificate', () => ({ names: read('relogio') }), /nomeia outro certificado/],
      ['changed after it was signed', { spoil: true }, /não é o que foi assinado/],
      ['of another version', { version: 2 }, /outra versão/],
    ])('%s does not hold', async (_, faults, says) => {
      const pair = await stamped(typeof faults === 'function' ? faults() : faults);
      expect(await failures(pair)).toEqual([expect.stringMatching(/^SELO_ASSINADO\.CARIMBO: /)]);
      expect((await failures(pair)).join()).toMatch(says);
    });

    it.each([
      ['alheio', 'for mail'],
      ['frouxo', 'which does not say so critically'],
      ['duplo', 'for something else too'],
      ['rsa', 'for no purpose'],
    ])('by a certificate %s, %s, does not hold', async (name) => {
      const pair = await stamped({}, authority(name, 'meio', 'raiz'));
      expect(await failures(pair)).toEqual([
        expect.stringMatching(/^SELO_ASSINADO\.CARIMBO: .*não é de carimbo de tempo/),
        expect.stringMatching(/^SELO_CERTIFICADO\.CARIMBO: /),
      ]);
      expect(mayTimestamp(readCertificate(read(name).raw))).toBe(false);
    });

    it.each([
      ['200 days ahead', 200 * 24 * 3600],
      ['eleven minutes after the conclusion', 660],
      ['eleven minutes before it', -660],
    ])('%s does not hold', async (_, seconds) => {
      const told = story('0'.repeat(64)).time;
      const pair = await stamped({ time: new Date(Date.parse(told) + seconds * 1000) });
      const failed = (await failures(pair)).map((text) => text.split(':')[0]);
      expect(failed).toContain(seconds < 0 ? 'SELO_ASSINADO.CARIMBO' : 'SELO_ASSINADO.HORA_CARIMBO');
    });

    it('that the evidence does not tell of, or tells of otherwise, does not hold', async () => {
      const by = authority('tempo', 'meio', 'raiz');
      const seal = await keyOf('rsa', 'meio');
      const of = (amend: PairOptions['amend']) =>
        make({ seal, signed: { authority: by }, ...(amend ? { amend } : {}) });
      const say = (change: Partial<{ impressaoDigital: string; em: string }>) =>
        of(({ selo }) => void Object.assign(selo?.carimboTempo ?? {}, change));
      const none = await of(({ selo }) => void Object.assign(selo ?? {}, { carimboTempo: null, nivel: 'PADES_B_B' }));
      expect((await failures(none))[0]).toMatch(/^SELO_ASSINADO\.CARIMBO: .*diz que não há carimbo/);
      expect((await failures(await say({ impressaoDigital: '0'.repeat(64) })))[0]).toMatch(/nomeia outra autoridade/);
      expect((await failures(await say({ em: '2027-01-01T00:00:00.000Z' })))[0]).toMatch(/outra hora de carimbo/);
      const absent = await make({
        seal,
        amend: ({ selo }) => void Object.assign(selo ?? {}, { carimboTempo: { autoridade: 'x' } }),
      });
      expect((await failures(absent))[0]).toMatch(/^SELO_ASSINADO\.CARIMBO: .*diz que há carimbo, e não há/);
    });
  });

  describe('what comes after the seals', () => {
    const archived = async (options: PairOptions = {}) =>
      make({ seal: await keyOf('rsa', 'meio', 'raiz'), authority: authority('tempo', 'meio', 'raiz'), ...options });

    it('a store and a time stamp over everything hold, on both files', async () => {
      const { failed, said } = await found(await archived(), { timestampRoots: pem('raiz') });
      expect(failed).toEqual([]);
      expect(said('SELO_ASSINADO.NIVEL')).toBe('PADES_B_LTA');
      expect(said('SELO_CERTIFICADO.GUARDA')).toContain('CN=tempo');
    });

    it('a store alone does not hold on a certificate, where no hash of the whole file stands elsewhere', async () => {
      expect(await failures(await archived({ certificate: { archive: false } }))).toEqual([
        expect.stringMatching(/^SELO_CERTIFICADO\.GUARDA: .*não é guardado por carimbo nenhum/),
      ]);
    });

    it('no byte of what comes after the seal of a certificate changes unseen', async () => {
      const pair = await archived();
      const { after } = await locateSeal(pair.certificate);
      for (let at = pair.certificate.length - after; at < pair.certificate.length; at += 37) {
        const changed = Buffer.from(pair.certificate);
        changed[at] = (changed[at] as number) ^ 1;
        expect(['NAO_CONFERE', 'ILEGIVEL']).toContain((await verify(pair.signed, changed)).resultado);
      }
    });

    it('a seal of before may be followed by revocation data on the signed file, and by nothing on a certificate', async () => {
      const old = {
        schema: 'v1' as const,
        oldForm: true,
        story: (hash: string) => plainStory(hash, { schema: 'v1', start: start() }),
      };
      const by = { authority: authority('tempo', 'meio', 'raiz') };
      const seal = await keyOf('rsa', 'meio', 'raiz');
      const level: PairOptions['amend'] = ({ selo }) => void Object.assign(selo ?? {}, { nivel: 'PADES_B_LT' });
      expect(await failures(await make({ ...old, seal, signed: { ...by, store: true }, amend: level }))).toEqual([]);
      const late = await make({ ...old, seal, certificate: { ...by, store: true } });
      expect(await failures(late)).toEqual([expect.stringMatching(/^SELO_CERTIFICADO\.REVISOES: /)]);
    });
  });

  it('openssl and other readers agree on a chain with time stamps, checksum and all', async () => {
    const pair = await make({
      seal: await keyOf('rsa', 'meio', 'raiz'),
      signed: { authority: authority('tempo', 'meio', 'raiz') },
    });
    expect(await failures(pair)).toEqual([]);
    for (const bytes of [pair.signed, pair.certificate]) {
      expect(judgedByOpenssl(await locateSeal(bytes))).toContain('CAdES Verification successful');
      expect(await judgeSeal(bytes)).toEqual({ valid: true, whole: true });
    }
  });

  it('openssl and other readers agree on a changed file', async () => {
    const pair = await make({ seal: await keyOf('rsa', 'meio', 'raiz') });
    const changed = Buffer.from(pair.certificate);
    changed[11] = (changed[11] ?? 0) ^ 1;
    expect(await failures({ ...pair, certificate: changed })).toEqual([
      expect.stringContaining('SELO_CERTIFICADO.RESUMO'),
    ]);
    expect(judgedByOpenssl(await locateSeal(changed))).not.toContain('successful');
    expect((await judgeSeal(changed)).valid).toBe(false);
  });
});

function judgedByOpenssl({ cms, covered }: Awaited<ReturnType<typeof locateSeal>>): string {
  path('cms.der', cms);
  path('covered.bin', Buffer.concat(covered));
  const files = `-inform DER -in ${path('cms.der')} -content ${path('covered.bin')} -binary -out ${path('out.bin')}`;
  const args = `cms -verify -cades -purpose any -CAfile ${path('raiz')}.pem ${files}`.split(' ');
  const { stdout, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  return stdout + stderr;
}
