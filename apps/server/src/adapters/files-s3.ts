import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { S3Config } from '../config/index.ts';
import { FileMissing, type FileStore, Unavailable } from '../core/ports.ts';
import { checkFileKey, isFileKey } from './file-keys.ts';

const CONNECT_MS = 5_000;
const REQUEST_MS = 60_000;
const ATTEMPTS = 3;
/** Not a file key, so it can neither be requested nor listed. */
const PROBE = '.probe';

/** Where the files are: a client of the store, and what its keys begin with in the bucket. */
interface Bucket {
  readonly client: S3Client;
  readonly name: string;
  readonly prefix: string;
}

/**
 * Files in a bucket of any S3-compatible store, with path-style addressing (which all of them support). The store
 * checks each upload against its SHA-256. `tmpDir` holds files during `withLocal`.
 *
 * @throws Unavailable from every method if the store does not respond or refuses
 */
export function createS3Files(config: S3Config, tmpDir: string): FileStore & { close(): void } {
  const bucket: Bucket = { client: clientOf(config), name: config.bucket, prefix: config.prefix };
  const { client } = bucket;
  return {
    put: (key, sourcePath) => put(bucket, key, sourcePath),
    async place(key, sourcePath) {
      await put(bucket, key, sourcePath);
      return { settle: async () => {} };
    },
    read: (key) => read(bucket, key),
    async withLocal(key, use) {
      checkFileKey(key);
      await mkdir(tmpDir, { recursive: true, mode: 0o700 });
      const path = join(tmpDir, `s3-${randomBytes(12).toString('hex')}`);
      try {
        const { stream } = await read(bucket, key);
        await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch(refused(key));
        return await use(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(objectIn(bucket, key))).catch(refused(key));
    },
    list: (prefix, ageMs) => list(bucket, prefix, ageMs),
    async ready(signal) {
      const options = signal ? { abortSignal: signal } : {};
      await touch(bucket, options);
      await client.send(new HeadObjectCommand(probeIn(bucket)), options).catch(refused(PROBE));
    },
    close: () => client.destroy(),
  };
}

/** A client of the store, with the settings every store understands. */
export const clientOf = (config: S3Config): S3Client =>
  new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    forcePathStyle: true,
    maxAttempts: ATTEMPTS,
    // Older MinIO and Ceph do not support the SDK's own CRC trailer; the SHA-256 of `put` is the check.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Its warnings bypass the service's log and go to the console; failures arrive as errors.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: REQUEST_MS },
  });

const objectIn = ({ name, prefix }: Bucket, key: string) => ({ Bucket: name, Key: prefix + checkFileKey(key) });

const probeIn = ({ name, prefix }: Bucket) => ({ Bucket: name, Key: prefix + PROBE });

async function read(bucket: Bucket, key: string): Promise<{ stream: Readable; size: number }> {
  const found = await bucket.client.send(new GetObjectCommand(objectIn(bucket, key))).catch(refused(key));
  return { stream: found.Body as Readable, size: found.ContentLength ?? 0 };
}

async function put(bucket: Bucket, key: string, sourcePath: string): Promise<void> {
  checkFileKey(key);
  const { size } = await stat(sourcePath);
  const digest = createHash('sha256');
  await pipeline(createReadStream(sourcePath), digest);
  await upload(bucket, key, sourcePath, size, digest.digest('base64'));
  await rm(sourcePath, { force: true });
}

/** The SDK cannot send a stream twice, so each attempt gets its own; a refusal by the store is final. */
async function upload(bucket: Bucket, key: string, sourcePath: string, size: number, sha256: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const body = createReadStream(sourcePath);
    try {
      await bucket.client.send(
        new PutObjectCommand({ ...objectIn(bucket, key), Body: body, ContentLength: size, ChecksumSHA256: sha256 }),
      );
      return;
    } catch (error) {
      const final = error instanceof S3ServiceException && error.$fault === 'client';
      if (final || attempt === ATTEMPTS) refused(key)(error);
    } finally {
      body.destroy();
    }
  }
}

async function* list(bucket: Bucket, prefix: string, ageMs: number): AsyncIterable<string> {
  const before = new Date((await storeTime(bucket)) - ageMs);
  const wanted = { Bucket: bucket.name, Prefix: bucket.prefix + prefix };
  let token: string | undefined;
  do {
    const page = await bucket.client
      .send(new ListObjectsV2Command({ ...wanted, ...(token === undefined ? {} : { ContinuationToken: token }) }))
      .catch(refused(prefix));
    for (const { Key = '', LastModified } of page.Contents ?? []) {
      const key = Key.slice(bucket.prefix.length);
      if (isFileKey(key) && LastModified !== undefined && LastModified <= before) yield key;
    }
    token = page.NextContinuationToken;
  } while (token !== undefined);
}

/** The store's time, as reported in its listings: that of a file written now. */
async function storeTime(bucket: Bucket): Promise<number> {
  await touch(bucket);
  const { Bucket, Key } = probeIn(bucket);
  const named = { Bucket, Prefix: Key, MaxKeys: 1 };
  const { Contents } = await bucket.client.send(new ListObjectsV2Command(named)).catch(refused(PROBE));
  const written = Contents?.[0]?.LastModified;
  if (!written) throw new Unavailable('object store: it does not tell when a file was written');
  return written.getTime();
}

const touch = (bucket: Bucket, options: { abortSignal?: AbortSignal } = {}) =>
  bucket.client
    .send(new PutObjectCommand({ ...probeIn(bucket), Body: '', ContentLength: 0 }), options)
    .catch(refused(PROBE));

function refused(key: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound')) {
      throw new FileMissing(key, { cause: error });
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new Unavailable(`object store: ${reason}`, { cause: error });
  };
}
