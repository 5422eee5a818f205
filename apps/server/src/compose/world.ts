import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClamdAntivirus } from '../adapters/antivirus-clamd.ts';
import { structuralVerdict } from '../adapters/antivirus-structural.ts';
import { createLocalFiles } from '../adapters/files-local.ts';
import { createGeo } from '../adapters/geo.ts';
import { createSmtpMail } from '../adapters/mail-smtp.ts';
import { loadSecrets } from '../adapters/master-key.ts';
import { openS3Files } from '../adapters/open-s3-files.ts';
import { createPdfEngine, type PdfEngine, PdfTaskFailed } from '../adapters/pdf/engine.ts';
import { findInk } from '../adapters/pdf/ink.ts';
import type { TimeAuthorities } from '../adapters/pdf/jobs.ts';
import { createFallbackLimiter } from '../adapters/rate-fallback.ts';
import { createMemoryLimiter } from '../adapters/rate-memory.ts';
import { createRemoteFiles } from '../adapters/remote-files.ts';
import { openScratch, type Scratch } from '../adapters/scratch.ts';
import { openSeal, openTestSeal } from '../adapters/seal.ts';
import { createSmsGateway } from '../adapters/sms-gateway.ts';
import { readRoots } from '../adapters/tsa.ts';
import { createWebhookHttp } from '../adapters/webhook-http.ts';
import type { Config } from '../config/index.ts';
import type { Logger } from '../core/log.ts';
import { type Metrics, NO_METRICS } from '../core/metrics/index.ts';
import { BeyondLimits, type PagePainter, type TextFinder, type UploadExaminer } from '../core/pdf.ts';
import type {
  Antivirus,
  FileStore,
  Geo,
  Mail,
  RateLimiter,
  RemoteFiles,
  Secrets,
  Sms,
  WebhookHttp,
} from '../core/ports.ts';
import type { Sql } from '../core/sql.ts';
import type { LogKeys } from '../modules/registro/index.ts';
import { observedEngine, observedMail, observedSms, observedWebhooks } from './observed.ts';
import { openLogKeys } from './open-log.ts';
import { type Seals, testSealIn } from './seals.ts';

/** The ports, each in the configured implementation. */
export interface World {
  readonly secrets: Secrets;
  readonly seals: Seals;
  readonly logKeys: LogKeys;
  /** Who gives time stamps; null if nobody is configured. */
  readonly timestamps: TimeAuthorities | null;
  readonly files: FileStore;
  readonly engine: PdfEngine;
  readonly examiner: UploadExaminer;
  readonly finder: TextFinder;
  readonly painter: PagePainter;
  readonly limiter: RateLimiter;
  /** Whether limits that should be shared are counted only in this process. */
  readonly limitsAlone: () => boolean;
  readonly mail: Mail | null;
  readonly sms: Sms | null;
  readonly webhookHttp: WebhookHttp;
  readonly remoteFiles: RemoteFiles;
  readonly geo: Geo;
  /** Uploads in progress, and files on their way into the store. */
  readonly uploadDirectory: string;
  readonly workDirectory: string;
  readonly temporary: Pick<Scratch, 'removeOlderThan'>;
  close(): Promise<void>;
}

/** The uses of the master keys: those in MASTER_KEY, or the one generated at first start in DATA_DIR. */
export const openSecrets = (config: Config): Promise<Secrets> => loadSecrets(config.masterKeys, config.dataDir);

/** Its client is loaded by those alone who have one: the others start sooner. */
const openRedis = async (url: string) => (await import('../adapters/rate-redis.ts')).createRedisLimiter(url);

/**
 * @param sql of a migrated database: the test seal is stored there
 * @throws SealError if it cannot seal; Error for the operator
 */
export async function openWorld(
  config: Config,
  secrets: Secrets,
  sql: Sql,
  now: Date,
  log: Logger,
  metrics: Metrics = NO_METRICS,
): Promise<World> {
  const scratch = await openScratch(config.dataDir);
  const { uploads: uploadDirectory, work: workDirectory } = scratch;

  const timestamps = await timeAuthorities(config);
  const naming = { secrets, host: new URL(config.publicOrigin).hostname };
  const seals = {
    PRODUCAO: await openSeal({ given: config.seal, dataDir: config.dataDir, ...naming }, now),
    TESTE: await openTestSeal(testSealIn(sql), naming, now),
  };
  const engine = observedEngine(
    createPdfEngine({
      seals: { PRODUCAO: seals.PRODUCAO.file, TESTE: seals.TESTE.file },
      timestamps,
      directory: scratch.pdf,
    }),
    metrics,
  );
  const s3 = config.s3 ? await openS3Files(config.s3, workDirectory) : null;
  const files = s3 ?? (await createLocalFiles(join(config.dataDir, 'files')));
  const shared = config.redisUrl ? createFallbackLimiter(await openRedis(config.redisUrl), log) : null;
  const limiter = shared ?? createMemoryLimiter();
  const mail = config.smtpUrl ? observedMail(createSmtpMail(config.smtpUrl, config.mailFrom), metrics) : null;
  const sms = config.smsGateway ? observedSms(createSmsGateway(config.smsGateway), metrics) : null;
  const reach = { production: config.production, allowNetworks: config.webhookAllowNetworks };
  const webhookHttp = observedWebhooks(createWebhookHttp(reach), metrics);
  const remoteFiles = createRemoteFiles(reach);
  return {
    secrets,
    seals,
    timestamps,
    logKeys: await openLogKeys(sql, secrets, config.publicUrl, now),
    files,
    engine,
    examiner: config.clamd
      ? createExaminer(createClamdAntivirus(config.clamd), engine)
      : createStructuralExaminer(engine),
    finder: createFinder(engine),
    painter: createPainter(engine),
    limiter,
    limitsAlone: () => shared?.alone() ?? false,
    mail,
    sms,
    webhookHttp,
    remoteFiles,
    geo: await createGeo(),
    uploadDirectory,
    workDirectory,
    temporary: scratch,
    async close() {
      await engine.close();
      await limiter.close();
      await mail?.close();
      await webhookHttp.close();
      await remoteFiles.close();
      s3?.close();
      await scratch.close();
    },
  };
}

async function timeAuthorities({ tsaUrls, tsaRoots }: Config): Promise<TimeAuthorities | null> {
  if (tsaUrls.length === 0) return null;
  if (tsaRoots === null) return { urls: tsaUrls, roots: '' };
  const roots = await readFile(tsaRoots, 'utf8').catch((error) => {
    throw new Error(`TSA_ROOTS: ${tsaRoots} não pôde ser lido (${error.code}).`, { cause: error });
  });
  if (rootsIn(roots) === 0) throw new Error(`TSA_ROOTS: ${tsaRoots} não traz certificados em PEM.`);
  return { urls: tsaUrls, roots };
}

function rootsIn(pem: string): number {
  try {
    return readRoots(pem).length;
  } catch {
    return 0;
  }
}

/** The antivirus's verdict and the engine's inspection, in parallel. */
function createExaminer(antivirus: Antivirus, engine: PdfEngine): UploadExaminer {
  return {
    examine: async (path, limits) => {
      const [scan, examined] = await Promise.all([antivirus.scan(path), examine(engine, path, limits)]);
      return { scan, inspection: examined.inspection };
    },
  };
}

/** Without an antivirus a single pass gives both results. */
function createStructuralExaminer(engine: PdfEngine): UploadExaminer {
  return { examine: (path, limits) => examine(engine, path, limits) };
}

function createPainter(engine: PdfEngine): PagePainter {
  return {
    preview: (file, width, page) =>
      engine.preview(file, width, page).catch((error) => {
        if (!(error instanceof PdfTaskFailed)) throw error;
        if (error.reason === 'ERROR') return null;
        throw new BeyondLimits(error.message, { cause: error });
      }),
    ink: (file) => findInk(engine, file),
  };
}

/** Text that cannot be read safely is text that nothing is found in. */
function createFinder(engine: PdfEngine): TextFinder {
  return {
    locate: (file, query) =>
      engine.locate(file, query).catch((error) => {
        if (error instanceof PdfTaskFailed) return null;
        throw error;
      }),
  };
}

/** A file that exceeds its worker's limits is refused like any other file that cannot be read safely. */
async function examine(
  engine: PdfEngine,
  path: string,
  limits: Parameters<UploadExaminer['examine']>[1],
): ReturnType<UploadExaminer['examine']> {
  try {
    const { inspection, scan } = await engine.inspect(path, limits);
    return { scan: structuralVerdict(scan), inspection };
  } catch (error) {
    if (!(error instanceof PdfTaskFailed)) throw error;
    const scan = { clean: true, engine: 'ESTRUTURAL', notes: ['A varredura não chegou ao fim.'] } as const;
    return { scan, inspection: { ok: false, causes: [{ cause: 'TOO_COMPLEX' }] } };
  }
}
