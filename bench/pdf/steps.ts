import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  type CertificateView,
  createSelfSignedSeal,
  decodeInk,
  describeSealKey,
  inspectPdf,
  loadSealKey,
  type Mark,
  type PageInk,
  renderCertificate,
  type SealKey,
  sealPdf,
  stampPdf,
} from '@rubrica/pdf';
import { loadNodeFonts } from '@rubrica/pdf/node';
import { parseFingerprint, verify } from '@rubrica/verify';
import { inkOfPages } from '../../apps/server/src/adapters/pdf/drawing.ts';
import { findInk } from '../../apps/server/src/adapters/pdf/ink.ts';
import { makePair } from '../../packages/verify/test/pair.ts';
import { cantooStamp } from './cantoo.ts';
import { type FloorKey, firstPage, floorSeal, floorStamp } from './floor.ts';
import { floorCertificate } from './floor-certificate.ts';
import { floorCheck, floorInspect } from './floor-check.ts';
import { type Input, inputOf } from './inputs.ts';
import { libpdfSeal, libpdfSigner, libpdfStamp } from './libpdf.ts';

/**
 * The contestants: the engine, the two hand-written floors (see floor.ts), and the two libraries as users would use
 * them.
 */
export const CONTESTANTS = ['ours', 'floor', 'blind', 'cantoo', 'libpdf'] as const;
export type Contestant = (typeof CONTESTANTS)[number];
export type StepName = 'inspect' | 'stamp' | 'seal' | 'certificate' | 'verify' | 'completion';
export type Step = { name: StepName; prepare?: Partial<Record<Contestant, () => unknown>> } & Partial<
  Record<Contestant, () => unknown>
>;

let documents = 0;

/** Another document's each time: what its two files have in common is found out once, what documents have is not. */
function newFooter() {
  documents += 1;
  const code = `SVC-7K2M-QX9A-${String(documents).padStart(4, '0')}`;
  return {
    code,
    url: `https://rubrica.exemplo.br/validar/${code}`,
    lines: ['Assinado eletronicamente por 2 pessoas', 'Confira em:'],
  };
}
type FooterText = ReturnType<typeof newFooter>;
const AT = new Date('2026-11-21T13:00:00Z');
const SEAL = { at: AT, reason: 'Conclusao', name: 'Rubrica' };
const PASSWORD = 'bench';
const fonts = loadNodeFonts();

function marks(pages: number): Mark[] {
  return [
    { page: 1, at: { x: 0.1, y: 0.1, width: 0.3, height: 0.05 }, z: 0, kind: 'text', text: 'João da Silva' },
    { page: pages, at: { x: 0.5, y: 0.8, width: 0.4, height: 0.1 }, z: 0, kind: 'signature', text: 'Maria Antônia' },
  ];
}

export interface Keys {
  readonly p12: Uint8Array;
  readonly ours: SealKey;
  readonly floor: FloorKey;
  readonly libpdf: Awaited<ReturnType<typeof libpdfSigner>>;
}

/** A self-signed P-256 seal for all of them; the floor has another key on the same curve, which is the same work. */
export async function makeKeys(): Promise<Keys> {
  const names = { organization: 'Bench', commonName: 'Bench', notBefore: new Date('2026-01-01') };
  const p12 = await createSelfSignedSeal({ ...names, years: 2, password: PASSWORD });
  const ours = await loadSealKey(p12, PASSWORD);
  const { privateKey }: { privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuerAndSerial = Buffer.from('3009300002050102030405', 'hex');
  const floor = { key: privateKey, certificate: ours.certificate.raw, issuerAndSerial };
  return { p12, ours, floor, libpdf: await libpdfSigner(p12, PASSWORD) };
}

/** Created on first use, so that unused values take neither time nor memory. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Where the pages have ink, which the service finds out when a document is sent: its footers stand beside it. */
async function inkOfFile(bytes: Buffer): Promise<(PageInk | null)[]> {
  return decodeInk(await findInk({ ink: (pages) => inkOfPages(bytes, pages) }, { path: '', sha256: '' })) ?? [];
}

/** The steps on one input. Work required before a step is in its `prepare`, and not part of any step's figures. */
export function stepsFor({ bytes, pages, name }: Input, keys: Keys): Step[] {
  const ink = once(() => inkOfFile(bytes));
  const stamp = async () => stampPdf(bytes, { marks: marks(pages), footer: newFooter(), ink: await ink() }, fonts);
  const stampByHand = () => floorStamp(bytes, pages, newFooter(), fonts);
  const [stamped, floorStamped] = [once(stamp), once(stampByHand)];
  const libpdfStamped = once(() => libpdfStamp(bytes, newFooter()));
  const onePage = inputOf('1 page').bytes;
  const pair = once(() => makePair({ original: bytes, seal: keys.ours }));
  const check = async () => {
    const { signed, certificate } = await pair();
    const { resultado } = await verify(signed, certificate, {
      seals: [parseFingerprint(describeSealKey(keys.ours).fingerprint)],
    });
    if (resultado !== 'CONFERE') throw new Error(`the verifier says ${resultado}`);
  };
  const checkByHand = async () => {
    const { signed, certificate } = await pair();
    floorCheck(signed, certificate, bytes.length, describeSealKey(keys.ours).fingerprint);
  };
  return [
    {
      name: 'inspect',
      ours: () => inspectPdf(bytes, { maxPages: 300 }),
      floor: () => floorInspect(bytes, pages),
    },
    {
      name: 'stamp',
      prepare: { ours: ink },
      ours: stamp,
      floor: stampByHand,
      blind: () => floorStamp(bytes, pages, newFooter()),
      cantoo: () => cantooStamp(bytes, newFooter()),
      libpdf: () => libpdfStamp(bytes, newFooter()),
    },
    {
      name: 'seal',
      prepare: { ours: stamped, floor: floorStamped, libpdf: libpdfStamped },
      ours: async () => sealPdf(await stamped(), keys.ours, SEAL),
      floor: () => floorSeal(floorStamped(), firstPage(floorStamped()), keys.floor),
      libpdf: async () => libpdfSeal(await libpdfStamped(), keys.libpdf),
    },
    {
      name: 'certificate',
      ours: () => renderCertificate(certificate(HASH, newFooter()), ATTACHMENTS, fonts),
      floor: () => floorCertificate(certificate(HASH, newFooter()), ATTACHMENTS, fonts),
    },
    { name: 'verify', prepare: { ours: pair, floor: pair }, ours: check, floor: checkByHand },
    {
      name: 'completion',
      prepare: { ours: () => Promise.all([pair(), ink()]), floor: pair },
      ours: async () => {
        await completion({ bytes, pages, name }, await ink(), keys);
        await check();
      },
      floor: async () => {
        floorCompletion({ bytes, pages, name }, keys.floor);
        await checkByHand();
      },
      blind: () => firstCompletion({ bytes, pages, name }, keys.floor, onePage),
      libpdf: () => libpdfCompletion(bytes, keys, onePage),
    },
  ];
}

/**
 * What the service makes after the last signature, and the earlier inspection: all work on one file. The pair it
 * verifies is a pre-made one of the same size, because the package here is empty.
 */
async function completion(input: Input, ink: (PageInk | null)[], keys: Keys): Promise<void> {
  const footer = newFooter();
  await inspectPdf(input.bytes, { maxPages: 300 });
  const stamped = await stampPdf(input.bytes, { marks: marks(input.pages), footer, ink }, fonts);
  const { sha256 } = await sealPdf(stamped, keys.ours, SEAL);
  await sealPdf(await renderCertificate(certificate(sha256, footer), ATTACHMENTS, fonts), keys.ours, SEAL);
}

/** The same by hand. */
function floorCompletion(input: Input, key: FloorKey): void {
  const footer = newFooter();
  floorInspect(input.bytes, input.pages);
  const stamped = floorStamp(input.bytes, input.pages, footer, fonts);
  const sealed = floorSeal(stamped, firstPage(stamped), key);
  const hash = createHash('sha256').update(sealed).digest('hex');
  const { file, catalog } = floorCertificate(certificate(hash, footer), ATTACHMENTS, fonts);
  floorSeal(file, firstPage(file), key, catalog);
}

/** The floor of the first reports: a sealed one-page file in place of the certificate, nothing inspected or verified. */
function firstCompletion(input: Input, key: FloorKey, onePage: Buffer): void {
  const stamped = floorStamp(input.bytes, input.pages, newFooter(), fonts);
  const sealed = floorSeal(stamped, firstPage(stamped), key);
  createHash('sha256').update(sealed).digest();
  const sheet = floorStamp(onePage, 1, newFooter(), fonts);
  floorSeal(sheet, firstPage(sheet), key);
}

/** The same with libpdf. */
async function libpdfCompletion(bytes: Buffer, keys: Keys, onePage: Buffer): Promise<void> {
  const sealed = await libpdfSeal(await libpdfStamp(bytes, newFooter()), keys.libpdf);
  createHash('sha256').update(sealed).digest();
  await libpdfSeal(await libpdfStamp(onePage, newFooter()), keys.libpdf);
}

const HASH = '5'.repeat(64);
const ATTACHMENTS = [{ name: 'conteudo.json', description: 'Pacote de evidências', bytes: Buffer.from('{}') }];

function certificate(signed: string, { code, url }: FooterText): CertificateView {
  const time = '21/11/2026 10:41:12 (UTC−03:00)';
  const steps = { sentAt: time, viewedAt: time, authenticatedAt: time, readAt: time, acceptedAt: time, signedAt: time };
  const signer = {
    name: 'Maria Antônia de Souza',
    role: 'Parte',
    status: 'Assinou',
    factors: [{ name: 'E-mail', fulfilledAt: time }],
    steps,
  };
  return {
    code,
    url,
    issuer: 'Rubrica',
    issuedAt: time,
    issuedOn: AT,
    document: { name: 'Contrato', id: '5b0c7d1e', pages: 1, sentBy: 'Ana', completedAt: time },
    level: { name: 'Assinatura eletrônica', explanation: 'O que o nível significa.' },
    hashes: { original: signed, signed },
    signers: [signer, signer],
    events: Array.from({ length: 14 }, () => ({ at: time, what: 'Documento aberto', who: 'Maria', hash: signed })),
    chain: { first: signed, explanation: ['Cada evento traz o hash do anterior.'] },
    record: { content: signed, hash: signed },
    legal: ['Medida Provisória nº 2.200-2/2001, art. 10, § 2º.'],
  };
}
