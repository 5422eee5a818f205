import { createHash, type X509Certificate } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import type { Ambiente } from '@rubrica/contract';
import {
  bytesWithRoom,
  decodeInk,
  fillTemplate,
  findText,
  inspectPdf,
  loadSealKey,
  renderCertificate,
  type Sealed,
  type SealKey,
  scanStructure,
  sealPdf,
  stampPdf,
  ValidationSource,
} from '@rubrica/pdf';
import { loadNodeFonts } from '@rubrica/pdf/node';
import { createRevocationClient } from '../revocation.ts';
import { createTimeAuthorities, readRoots, type TimeAuthoritiesFor } from '../tsa.ts';
import type {
  CertificateJob,
  CompleteJob,
  FillJob,
  InspectJob,
  KeyFile,
  LocateJob,
  SealText,
  TaskKind,
  VerifyJob,
  WorkerSetup,
  WrittenFile,
} from './jobs.ts';
import { assertReceived } from './received.ts';
import { type Handlers, isOutOfMemory, serveTasks } from './serving.ts';

/**
 * The program of a PDF worker: a child process that does one task at a time, reading and writing files by path. Its
 * parent limits its time and memory and kills it beyond either, so nothing here needs to.
 */

interface Sealing {
  readonly keys: Readonly<Record<Ambiente, SealKey>>;
  /** The authorities to ask for time stamps; null: none. */
  readonly timestamps: {
    readonly authorities: TimeAuthoritiesFor;
    readonly roots: X509Certificate[];
    readonly validation: ValidationSource;
    /** Starts the time that one seal may take to collect data about its certificates. */
    readonly beginValidation: () => void;
  } | null;
}

/** Of the open log, files that are about to be handed out have receipts alone. */
const NOTHING_KEPT = { proofs: [], policy: null, receipts: [], stamps: [] };

let sealing: Sealing | null = null;

async function setUp({ seals, timestamps }: WorkerSetup): Promise<void> {
  if (seals === null) return;
  const load = ({ p12, password }: KeyFile) => loadSealKey(p12, password);
  const keys = { PRODUCAO: await load(seals.PRODUCAO), TESTE: await load(seals.TESTE) };
  loadNodeFonts();
  const { client, begin } = createRevocationClient();
  sealing = {
    keys,
    timestamps: timestamps && {
      authorities: createTimeAuthorities(timestamps.urls),
      roots: readRoots(timestamps.roots),
      validation: new ValidationSource(client),
      beginValidation: begin,
    },
  };
}

const handlers: Handlers<Exclude<TaskKind, 'preview' | 'ink'>> = {
  async inspect({ path, ...limits }: InspectJob) {
    const { scan, inspection } = await withFile(path, async (bytes) => {
      const scan = scanStructure(bytes);
      return { scan, inspection: await inspectPdf(bytes, { ...limits, scan }) };
    });
    // inspectPdf turns any error into a refusal, but running out of memory says something about us, not the file.
    const cause = inspection.ok ? undefined : inspection.causes.find(({ detail }) => detail && isOutOfMemory(detail));
    if (cause) throw new RangeError(cause.detail);
    return { inspection, scan };
  },
  async scan({ path }) {
    return scanStructure(readFileSync(path));
  },
  async locate({ path, sha256, ...query }: LocateJob) {
    return withFile(path, async (bytes) => {
      assertReceived(bytes, sha256);
      return findText(bytes, query);
    });
  },
  async complete({ source, sourceSha256, target, stamp, ink, seal }: CompleteJob) {
    const sign = async (original: Buffer) => {
      const known = ink && decodeInk(ink);
      const stamped = await stampPdf(original, { ...stamp, ...(known ? { ink: known } : {}) }, loadNodeFonts());
      const { prefixSha256, ...sealed } = await applySeal(stamped, seal, original.length);
      // Computed over exactly the bytes that are written: neither the store nor anything here changed the file that was
      // signed.
      if (sourceSha256 !== undefined && prefixSha256 !== sourceSha256) throw new Error('not the file that was signed');
      return write(target, sealed);
    };
    return withFile(source, sign, roomForStamp);
  },
  async certificate({ target, view, attachments, seal }: CertificateJob) {
    const pdf = await renderCertificate(view, attachments, loadNodeFonts());
    return write(target, await applySeal(pdf, seal));
  },
  async verify({ signed, certificate, seals, logs, timestampRoots }: VerifyJob) {
    // Most workers never verify a pair, so the first one that does loads this.
    const { parseFingerprint, parsePem, parseVerifierKey, verify } = await import('@rubrica/verify');
    const trust = {
      seals: seals.map(parseFingerprint),
      timestampRoots: timestampRoots === '' ? [] : parsePem(timestampRoots),
      ...(logs ? { log: { ...NOTHING_KEPT, keys: logs.map(parseVerifierKey) } } : {}),
    };
    const { resultado, itens } = await withFile(signed, (file) =>
      withFile(certificate, (sheet) => verify(file, sheet, trust)),
    );
    const open = itens.filter(({ confere }) => confere !== true);
    return { resultado, failures: open.map(({ codigo, motivo }) => `${codigo}: ${motivo}`) };
  },
  async fill({ source, target, values }: FillJob) {
    const bytes = await fillTemplate(await readFile(source), values, loadNodeFonts());
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return write(target, { bytes, sha256 });
  },
};

const ENVIRONMENTS = { PRODUCAO: 'Producao', TESTE: 'Teste' } as const;

/** @param prefix the length of the prefix whose hash to return as well */
async function applySeal(
  bytes: Uint8Array,
  { at, name, ambiente, mark, timestampMs }: SealText,
  prefix?: number,
): Promise<Sealed> {
  if (sealing === null) throw new Error('this worker has no seal');
  // A time stamp could make a test document look like a real one.
  const asked = ambiente === 'TESTE' ? null : sealing.timestamps;
  asked?.beginValidation();
  const timestamps = asked && {
    authorities: asked.authorities(timestampMs),
    roots: asked.roots,
    now: () => new Date(),
    validation: asked.validation,
  };
  return sealPdf(bytes, sealing.keys[ambiente], {
    ...{ at, name, mark: { ...mark, environment: ENVIRONMENTS[ambiente] } },
    ...(prefix === undefined ? {} : { prefix }),
    ...(timestamps ? { timestamps } : {}),
  });
}

async function write<F extends { bytes: Uint8Array; sha256: string }>(
  target: string,
  { bytes, ...outcome }: F,
): Promise<Omit<F, 'bytes'> & WrittenFile> {
  const handle = await open(target, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
  } finally {
    await handle.close();
  }
  return { size: bytes.length, ...outcome };
}

const MB = 1024 * 1024;
/**
 * How much a stamp may add to a file of so many bytes without copying it. Allocating it costs though nothing is written
 * there: a small file, which is copied in no time, gets little.
 */
const roomForStamp = (size: number): number => Math.min(8 * MB, MB / 2 + size);

/**
 * Lends a file's bytes with room behind them, so that they are in memory only once however much is appended. The memory
 * is released at the end instead of at V8's next collection; no reference to it may be kept.
 */
async function withFile<T>(
  path: string,
  use: (bytes: Buffer) => Promise<T>,
  roomFor: (size: number) => number = () => 0,
): Promise<T> {
  const bytes = readWithRoom(path, roomFor);
  try {
    return await use(bytes);
  } finally {
    (bytes.buffer as ArrayBuffer).transfer(0);
  }
}

function readWithRoom(path: string, roomFor: (size: number) => number): Buffer {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = bytesWithRoom(size, roomFor(size));
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(file, bytes, at, bytes.length - at, at);
      if (read === 0) throw new Error('the file became shorter while it was read');
      at += read;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}

serveTasks(setUp, handlers);
