import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import {
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
  FromWorker,
  InspectJob,
  SealText,
  TaskKind,
  Tasks,
  ToWorker,
  WorkerSetup,
} from './pdf-jobs.ts';
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

const handlers: { [K in TaskKind]: (job: Tasks[K]['job']) => Promise<Tasks[K]['result']> } = {
  async inspect({ path, ...limits }: InspectJob) {
    const bytes = readFileSync(path);
    const scan = scanStructure(bytes);
    const inspection = await inspectPdf(bytes, { ...limits, scan });
    // inspectPdf turns whatever goes wrong into a refusal; running out of memory is not the file's verdict but ours.
    const cause = inspection.ok ? undefined : inspection.causes.find(({ detail }) => detail && isOutOfMemory(detail));
    if (cause) throw new RangeError(cause.detail);
    return { inspection, scan };
  },
  async scan({ path }) {
    return scanStructure(readFileSync(path));
  },
  async complete({ source, target, stamp, seal }: CompleteJob) {
    const original = await readFile(source);
    const sealed = await applySeal(await stampPdf(original, stamp, loadNodeFonts()), seal, { longTerm: true });
    if (original.compare(sealed.bytes, 0, original.length) !== 0) throw new Error('sealing changed the original bytes');
    return write(target, sealed);
  },
  async certificate({ target, view, attachments, seal }: CertificateJob) {
    // Nothing may follow the seal of a certificate, whose hash stands nowhere else (ADR 0013).
    const pdf = await renderCertificate(view, attachments, loadNodeFonts());
    return write(target, await applySeal(pdf, seal, { longTerm: false }));
  },
  async fill({ source, target, values }: FillJob) {
    return write(target, {
      bytes: await fillTemplate(await readFile(source), values, loadNodeFonts()),
      timestamped: false,
      longTerm: false,
    });
  },
};

type Sealed = Awaited<ReturnType<typeof sealPdf>>;

async function applySeal(bytes: Uint8Array, text: SealText, { longTerm }: { longTerm: boolean }): Promise<Sealed> {
  if (sealing === null) throw new Error('this worker has no seal');
  const { key, timestamp, validation, beginValidation } = sealing;
  // Asked after the timestamp came, whose authority may have taken its own time.
  const stamped = timestamp && (async (request: Uint8Array) => timestamp(request).finally(beginValidation));
  return sealPdf(bytes, key, {
    ...text,
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
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, size: bytes.length, ...outcome };
}

/** The words of V8 (array buffers) and of Node (`ERR_MEMORY_ALLOCATION_FAILED`) when the memory limit says no. */
function isOutOfMemory(message: string): boolean {
  return /allocation failed|failed to allocate|out of memory/i.test(message);
}

function answer(message: FromWorker): void {
  process.send?.(message);
}

/** Above this, what a task left behind is collected at once: the memory bound is for the next task too. */
const LEFTOVERS_BYTES = 150 * 1024 * 1024;

function letGo(): void {
  if (process.memoryUsage.rss() > LEFTOVERS_BYTES) globalThis.gc?.();
}

async function receive(message: ToWorker): Promise<void> {
  try {
    if ('setup' in message) {
      await setUp(message.setup);
      answer({ ready: true });
    } else {
      const handle = handlers[message.kind] as (job: Tasks[TaskKind]['job']) => Promise<Tasks[TaskKind]['result']>;
      answer({ result: await handle(message.job) });
    }
  } catch (error) {
    const { name, message: text } = error instanceof Error ? error : new Error(String(error));
    answer({ failure: { name, message: text, outOfMemory: isOutOfMemory(text) } });
  }
}

process.on('message', (message) => void receive(message as ToWorker).then(letGo));
// The parent is gone: whatever is being done has nobody to go to.
process.on('disconnect', () => process.exit());
