import { dict, name, type PdfDict, PdfString, type PdfValue } from '../../../pdf/src/core/objects.ts';
import type { TokenFaults } from '../authority.ts';
import { type FileOptions, makePair, newSeal, onePage, ownSeal, type PairOptions } from '../pair.ts';
import { certificatePage, markOf, sealFile, stampFile, withRevision } from '../sealing.ts';
import { canonical } from '../story.ts';
import { type Made, makeCertificate, sealKeyOf } from '../x509.ts';
import { type Kind, kind, put, rich } from './kinds.ts';

/**
 * Seals that state something else, forbid less, are somebody else's, or were obtained from the service for something
 * else.
 */

const OTHER = PdfString.text('0'.repeat(64));
type Side = 'signed' | 'certificate';
const side = (file: Side, options: FileOptions): PairOptions => ({ [file]: options });

/** What the seal states about itself, set to everything that it should not be. */
const MARKS: [string, PdfValue | undefined][] = [
  ['Versao', 2],
  ['Versao', undefined],
  ['Tipo', undefined],
  ['Tipo', name('Documento')],
  ['Tipo', name('Certificado')],
  ['Tipo', PdfString.text('Certificado')],
  ['Ambiente', name('Teste')],
  ['Ambiente', undefined],
  ['Codigo', PdfString.text('SVC-AAAA-AAAA-AAAA')],
  ['Codigo', undefined],
  ['Elo', OTHER],
  ['Elo', undefined],
  ['Sequencia', 1],
  ['Sequencia', undefined],
  ['Original', OTHER],
  ['Original', undefined],
];
const OF_CERTIFICATE: [string, PdfValue | undefined][] = [
  ['Certificado', PdfString.text('SVC-CERT-AAAAAAAAAA')],
  ['Certificado', undefined],
  ['VersaoCertificado', 2],
  ['VersaoCertificado', undefined],
  ['Assinado', OTHER],
  ['Assinado', undefined],
];

const GENUINE: Readonly<Record<Side, string>> = { signed: 'Documento', certificate: 'Certificado' };

function marks(file: Side, rows: readonly [string, PdfValue | undefined][]): Kind[] {
  const lies = rows.filter(
    ([key, value]) =>
      !(
        key === 'Tipo' &&
        value !== undefined &&
        'name' in (value as object) &&
        (value as { name: string }).name === GENUINE[file]
      ),
  );
  return lies.map(([key, value], i) =>
    kind(
      `the ${file} file’s seal with another /${key} (${i})`,
      side(file, {
        mark: (mark: PdfDict) => void (value === undefined ? mark.delete(key) : mark.set(key, value)),
      }),
    ),
  );
}

const BOTH: readonly Side[] = ['signed', 'certificate'];
const FORMS: Kind[] = BOTH.flatMap((file) => [
  kind(`the ${file} file’s seal says nothing of itself`, side(file, { mark: 'none', certified: true })),
  kind(
    `the ${file} file’s seal says it beside the signature`,
    side(file, {
      mark: 'none',
      certified: true,
      before: (bytes) => withRevision(bytes, (writer) => void writer.add(dict({ Rubrica: dict({ Versao: 1 }) }))),
    }),
  ),
  kind(
    `the ${file} file’s seal points to what it says`,
    side(file, {
      mark: 'none',
      certified: true,
      dictionary: (entries) => void entries.set('Rubrica', PdfString.text('veja abaixo')),
    }),
  ),
  kind(`the ${file} file’s seal permits changes`, side(file, { certified: false })),
  ...[2, 3].map((p) => kind(`the ${file} file’s seal permits changes of kind ${p}`, side(file, { certified: { p } }))),
  kind(`the ${file} file’s permission is another’s`, side(file, { certified: 'elsewhere' })),
  kind(`the ${file} file sealed an hour later`, side(file, { at: new Date('2026-11-21T13:01:08.250Z') })),
  kind(`the ${file} file sealed a year before`, side(file, { at: new Date('2026-01-02T00:00:00Z') })),
  kind(`the ${file} file sealed when the certificate was over`, side(file, { at: new Date('2030-01-02T00:00:00Z') })),
]);

/** The forger’s own key, under any name. */
const forger = () => newSeal('Selo de teste');
const named: PairOptions['edit'] = () => {};
const OWN_KEY: Kind[] = [
  kind('everything sealed by the forger’s key', async () => ({ seal: await forger() })),
  kind('everything sealed by the forger’s key, the package naming the real one', async () => {
    const real = (await ownSeal()).certificate.fingerprint256.replaceAll(':', '').toLowerCase();
    return { seal: await forger(), edit: ({ selo }) => void Object.assign(selo ?? {}, { impressaoDigital: real }) };
  }),
  kind('the signed file sealed by the forger', async () => ({ signed: { key: await forger() } })),
  kind('the certificate sealed by the forger', async () => ({ certificate: { key: await forger() } })),
  kind('a second version sealed by the forger', async () => ({ versao: 2, certificate: { key: await forger() } })),
  kind('the forger’s key with the real certificate beside its own', async () => {
    const own = await forger();
    return { seal: { ...own, chain: [(await ownSeal()).certificate] } };
  }),
  kind('the forger’s key with the real certificate as its own', async () => ({
    seal: { ...(await ownSeal()), sign: (await forger()).sign },
  })),
  kind('a certificate by the forger in the real one’s name', async () => {
    const root = makeCertificate({ name: 'Instituição', kind: 'authority' });
    return { seal: sealKeyOf(makeCertificate({ name: 'Selo de teste', by: root, kind: 'signer' }), root.certificate) };
  }),
  kind('everything of the forger’s, in the first schema and the old form', async () => ({
    seal: await forger(),
    oldForm: true,
    story: (original) => rich(original, { schema: 'v1' }),
  })),
  kind('a test document told as a real one', async () => ({
    seal: await forger(),
    environment: 'PRODUCAO',
    edit: named,
  })),
  ...(['organizacao.nome', 'signatarios.0.nome', 'documento.titulo', 'signatarios.0.cpf'] as const).map((path) =>
    kind(`another ${path}, sealed by the forger`, async () => ({
      seal: await forger(),
      edit: (conteudo) => put(conteudo, path, 'Outro'),
    })),
  ),
];

/**
 * The service seals what is uploaded: a certificate forged beforehand, uploaded as an ordinary document with its own
 * trail.
 */
function oracle(
  what: string,
  change: (as: Parameters<typeof markOf>[0]) => Parameters<typeof markOf>[0],
  stamp = true,
): Kind {
  return {
    name: `a forged certificate sealed by the service as an ordinary document, ${what}`,
    forge: async () => {
      const genuine = await makePair({
        story: rich,
        edit: (conteudo) => put(conteudo, 'signatarios.1.nome', 'Vítima'),
      });
      const { conteudo, registro } = genuine;
      const page = certificatePage('Certificado', {
        'conteudo.json': canonical(conteudo),
        'certificado.json': canonical(registro),
      });
      const link = conteudo.cadeia.eloFinal;
      const as = change({
        ...{ kind: 'Documento', environment: 'Producao', code: 'SVC-BBBB-BBBB-BBBB', link: '1'.repeat(64) },
        ...{ sequence: 9, original: '2'.repeat(64) },
      });
      const key = await ownSeal();
      const at = new Date(registro.emitidoEm);
      void link;
      const certificate = await sealFile(stamp ? stampFile(page, as.code) : page, { key, at, mark: markOf(as) });
      return { signed: genuine.signed, certificate };
    },
  };
}

const ORACLES: Kind[] = [
  oracle('as the service does', (as) => as),
  oracle('without a revision more', (as) => as, false),
  oracle('with the same code', (as) => ({ ...as, code: 'SVC-7K2M-QX9A-4TBD' })),
  oracle('with the same code, without a revision more', (as) => ({ ...as, code: 'SVC-7K2M-QX9A-4TBD' }), false),
  oracle('in the test environment', (as) => ({ ...as, environment: 'Teste' })),
  {
    name: 'a forged certificate sealed by the service before seals said what they are',
    forge: async () => {
      const { conteudo, registro, signed } = await makePair({ schema: 'v1', oldForm: true });
      const files = { 'conteudo.json': canonical(conteudo), 'certificado.json': canonical(registro) };
      const upload = stampFile(certificatePage('Certificado', files), 'SVC-BBBB-BBBB-BBBB');
      const certificate = await sealFile(upload, { key: await ownSeal(), at: new Date(registro.emitidoEm) });
      return { signed, certificate };
    },
  },
  {
    name: 'the signed file of another document as the certificate',
    forge: async () => ({
      signed: (await makePair()).signed,
      certificate: (await makePair({ original: onePage() })).signed,
    }),
  },
  {
    name: 'a certificate in the place of the signed file',
    forge: async () => {
      const { certificate } = await makePair();
      return { signed: certificate, certificate };
    },
  },
];

/** Time stamps. */
let authorities: Readonly<Record<'good' | 'home' | 'mail' | 'loose' | 'double' | 'over' | 'other', Made>> | undefined;
export function stampers() {
  const root = makeCertificate({ name: 'AC Tempo', kind: 'authority' });
  const of = (wish: object) => makeCertificate({ name: 'Tempo', kind: 'stamper', by: root, ...wish });
  authorities ??= {
    good: of({}),
    other: of({}),
    home: makeCertificate({ name: 'Tempo', kind: 'stamper' }),
    mail: of({ purposes: ['1.3.6.1.5.5.7.3.4'] }),
    loose: of({ critical: false }),
    double: of({ purposes: ['1.3.6.1.5.5.7.3.8', '1.3.6.1.5.5.7.3.4'] }),
    over: of({ to: new Date('2026-02-01T00:00:00Z') }),
  };
  return authorities;
}

const FAULTS: [string, () => TokenFaults][] = [
  ['of another signature', () => ({ imprint: Buffer.alloc(32, 7) })],
  ['signed by another key', () => ({ key: stampers().other.key })],
  ['naming another certificate', () => ({ names: stampers().other.certificate })],
  ['changed after it was signed', () => ({ spoil: true })],
  ['of another version', () => ({ version: 3 })],
  ['200 days ahead', () => ({ time: new Date('2027-06-09T12:00:00Z') })],
  ['two years before', () => ({ time: new Date('2024-11-21T12:00:00Z') })],
  ['eleven minutes late', () => ({ time: new Date('2026-11-21T12:14:00Z') })],
];

const STAMPS: Kind[] = [
  ...BOTH.flatMap((file) =>
    FAULTS.map(([what, faults]) =>
      kind(`a time stamp on the ${file} file ${what}`, () =>
        side(file, { authority: stampers().good, faults: faults() }),
      ),
    ),
  ),
  ...BOTH.flatMap((file) =>
    (['mail', 'loose', 'double', 'over'] as const).map((who) =>
      kind(`a time stamp on the ${file} file by a certificate that may not (${who})`, () =>
        side(file, { authority: stampers()[who] }),
      ),
    ),
  ),
  ...BOTH.flatMap((file) =>
    FAULTS.slice(0, 7).map(([what, faults]) =>
      kind(`a time stamp over the ${file} file ${what}`, () => ({
        authority: stampers().good,
        [file]: {
          archiveFaults:
            faults().time && (faults().time as Date) > new Date('2027') ? { imprint: Buffer.alloc(32) } : faults(),
        },
      })),
    ),
  ),
  kind('a time stamp that the package does not tell of', () => ({
    signed: { authority: stampers().good },
    amend: ({ selo }) => void Object.assign(selo ?? {}, { carimboTempo: null }),
  })),
  kind('a time stamp of another authority than the package tells', () => ({
    signed: { authority: stampers().good },
    amend: (conteudo) => put(conteudo, 'selo.carimboTempo.impressaoDigital', '0'.repeat(64)),
  })),
  kind('a level that is not there', () => ({
    signed: { authority: stampers().good },
    amend: (conteudo) => put(conteudo, 'selo.nivel', 'PADES_B_LTA'),
  })),
];

export const SEALS: readonly Kind[] = [
  ...marks('signed', MARKS),
  ...marks('certificate', [...MARKS, ...OF_CERTIFICATE]),
  ...FORMS,
  ...OWN_KEY,
  ...ORACLES,
  ...STAMPS,
];
