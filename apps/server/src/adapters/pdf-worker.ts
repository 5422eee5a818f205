import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import {
  bytesWithRoom,
  decodeInk,
  fillTemplate,
  inspectPdf,
  loadSealKey,
  renderCertificate,
  type SealKey,
  scanStructure,
  sealPdf,
  stampPdf,
  ValidationSource,
} from '@rubrica/pdf';
import { loadNodeFonts } from '@rubrica/pdf/node';
import type {
  CertificateJob,
  CompleteJob,
  FillJob,
  FinishedFile,
  InspectJob,
  SealText,
  TaskKind,
  WorkerSetup,
} from './pdf-jobs.ts';
import { type Handlers, isOutOfMemory, serveTasks } from './pdf-serving.ts';
import { createRevocationClient } from './revocation.ts';
import { createTsaClient } from './tsa.ts';

/**
 * The program of a PDF worker: a child process that does one task at a time, reading and writing files by their paths.
 * Its parent bounds its time and memory and ends it past either, so nothing here needs to.
 */

interface Sealing {
  readonly key: SealKey;
  readonly timestamp: ((request: Uint8Array) => Promise<Uint8Array>) | null;
  readonly validation: ValidationSource;
  /** Starts the time that one seal may take to ask about its certificates. */
  readonly beginValidation: () => void;
}

let sealing: Sealing | null = null;

async function setUp(setup: WorkerSetup): Promise<void> {
  if (setup.seal === null) return;
  const key = await loadSealKey(await readFile(setup.seal.path), setup.seal.password);
  loadNodeFonts();
  const { client, begin } = createRevocationClient();
  sealing = {
    key,
    timestamp: setup.tsaUrl === null ? null : createTsaClient(setup.tsaUrl),
    validation: new ValidationSource(client),
    beginValidation: begin,
  };
}

const handlers: Handlers<Exclude<TaskKind, 'preview' | 'ink'>> = {
  async inspect({ path, ...limits }: InspectJob) {
    const { scan, inspection } = await withFile(path, 0, async (bytes) => {
      const scan = scanStructure(bytes);
      return { scan, inspection: await inspectPdf(bytes, { ...limits, scan }) };
    });
    // inspectPdf turns whatever goes wrong into a refusal; running out of memory is not the file's verdict but ours.
    const cause = inspection.ok ? undefined : inspection.causes.find(({ detail }) => detail && isOutOfMemory(detail));
    if (cause) throw new RangeError(cause.detail);
    return { inspection, scan };
  },
  async scan({ path }) {
    return scanStructure(readFileSync(path));
  },
  async complete({ source, sourceSha256, target, stamp, ink, seal }: CompleteJob) {
    return withFile(source, STAMP_ROOM, async (original) => {
      const known = ink && decodeInk(ink);
      const stamped = await stampPdf(original, { ...stamp, ...(known ? { ink: known } : {}) }, loadNodeFonts());
      const { prefixSha256, ...sealed } = await applySeal(stamped, seal, { longTerm: true, prefix: original.length });
      // Of the very bytes that are written: neither the store nor anything here changed the file that was signed.
      if (sourceSha256 !== undefined && prefixSha256 !== sourceSha256) throw new Error('not the file that was signed');
      return write(target, sealed);
    });
  },
  async certificate({ target, view, attachments, seal }: CertificateJob) {
    // Nothing may follow the seal of a certificate, whose hash stands nowhere else (ADR 0013).
    const pdf = await renderCertificate(view, attachments, loadNodeFonts());
    return write(target, await applySeal(pdf, seal, { longTerm: false }));
  },
  async fill({ source, target, values }: FillJob) {
    const bytes = await fillTemplate(await readFile(source), values, loadNodeFonts());
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return write(target, { bytes, sha256, timestamped: false, longTerm: false });
  },
};

type Sealed = Awaited<ReturnType<typeof sealPdf>>;

interface SealExtent {
  readonly longTerm: boolean;
  /** Bytes at the beginning whose hash is wanted too. */
  readonly prefix?: number;
}

async function applySeal(bytes: Uint8Array, text: SealText, { longTerm, ...rest }: SealExtent): Promise<Sealed> {
  if (sealing === null) throw new Error('this worker has no seal');
  const { key, timestamp, validation, beginValidation } = sealing;
  // Asked after the timestamp came, whose authority may have taken its own time.
  const stamped = timestamp && (async (request: Uint8Array) => timestamp(request).finally(beginValidation));
  return sealPdf(bytes, key, {
    ...text,
    ...rest,
    ...(stamped ? { timestamp: stamped } : {}),
    ...(longTerm ? { validation } : {}),
  });
}

async function write(target: string, { bytes, ...outcome }: Sealed): Promise<FinishedFile> {
  const handle = await open(target, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
  } finally {
    await handle.close();
  }
  return { size: bytes.length, ...outcome };
}

/** What a stamp may add before it needs a copy of the file; memory never written to is never really taken. */
const STAMP_ROOM = 8 * 1024 * 1024;

/**
 * Lends a file's bytes with room behind them, so that it is in memory once however much is appended. The memory is given
 * back at the end instead of when V8 next feels like it; nothing of it may be kept.
 */
async function withFile<T>(path: string, room: number, use: (bytes: Buffer) => Promise<T>): Promise<T> {
  const bytes = readWithRoom(path, room);
  try {
    return await use(bytes);
  } finally {
    (bytes.buffer as ArrayBuffer).transfer(0);
  }
}

function readWithRoom(path: string, room: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = bytesWithRoom(fstatSync(file).size, room);
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
