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

/**
 * Files in a bucket of any S3-compatible store, with path-style addressing (which all of them support). The store
 * checks each upload against its SHA-256. `tmpDir` holds files during `withLocal`.
 *
 * @throws Unavailable from every method if the store does not respond or refuses
 */
export function createS3Files(config: S3Config, tmpDir: string): FileStore & { close(): void } {
  const client = new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    forcePathStyle: true,
    maxAttempts: ATTEMPTS,
    // Older MinIO and Ceph do not support the SDK's own CRC trailer; the SHA-256 below is the check.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Its warnings bypass the service's log and go to the console; failures arrive as errors.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: REQUEST_MS },
  });
  const objectOf = (key: string) => ({ Bucket: config.bucket, Key: config.prefix + checkFileKey(key) });

  async function read(key: string): Promise<{ stream: Readable; size: number }> {
    const found = await client.send(new GetObjectCommand(objectOf(key))).catch(refused(key));
    return { stream: found.Body as Readable, size: found.ContentLength ?? 0 };
  }

  const probe = { Bucket: config.bucket, Key: config.prefix + PROBE };

  const touch = (options: { abortSignal?: AbortSignal } = {}) =>
    client.send(new PutObjectCommand({ ...probe, Body: '', ContentLength: 0 }), options).catch(refused(PROBE));

  /** The store's time, as reported in its listings: that of a file written now. */
  async function storeTime(): Promise<number> {
    await touch();
    const named = { Bucket: probe.Bucket, Prefix: probe.Key, MaxKeys: 1 };
    const { Contents } = await client.send(new ListObjectsV2Command(named)).catch(refused(PROBE));
    const written = Contents?.[0]?.LastModified;
    if (!written) throw new Unavailable('object store: it does not tell when a file was written');
    return written.getTime();
  }

  async function* list(prefix: string, ageMs: number): AsyncIterable<string> {
    const before = new Date((await storeTime()) - ageMs);
    let token: string | undefined;
    do {
      const page = await client
        .send(
          new ListObjectsV2Command({
            Bucket: config.bucket,
            Prefix: config.prefix + prefix,
            ...(token === undefined ? {} : { ContinuationToken: token }),
          }),
        )
        .catch(refused(prefix));
      for (const { Key = '', LastModified } of page.Contents ?? []) {
        const key = Key.slice(config.prefix.length);
        if (isFileKey(key) && LastModified !== undefined && LastModified <= before) yield key;
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  /** The SDK cannot send a stream twice, so each attempt gets its own; a refusal by the store is final. */
  async function upload(key: string, sourcePath: string, size: number, sha256: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const body = createReadStream(sourcePath);
      try {
        await client.send(
          new PutObjectCommand({ ...objectOf(key), Body: body, ContentLength: size, ChecksumSHA256: sha256 }),
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

  async function put(key: string, sourcePath: string): Promise<void> {
    checkFileKey(key);
    const { size } = await stat(sourcePath);
    const digest = createHash('sha256');
    await pipeline(createReadStream(sourcePath), digest);
    await upload(key, sourcePath, size, digest.digest('base64'));
    await rm(sourcePath, { force: true });
  }

  return {
    put,
    async place(key, sourcePath) {
      await put(key, sourcePath);
      return { settle: async () => {} };
    },
    read,
    async withLocal(key, use) {
      checkFileKey(key);
      await mkdir(tmpDir, { recursive: true, mode: 0o700 });
      const path = join(tmpDir, `s3-${randomBytes(12).toString('hex')}`);
      try {
        const { stream } = await read(key);
        await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch(refused(key));
        return await use(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(objectOf(key))).catch(refused(key));
    },
    list,
    async ready(signal) {
      const options = signal ? { abortSignal: signal } : {};
      await touch(options);
      await client.send(new HeadObjectCommand(probe), options).catch(refused(PROBE));
    },
    close: () => client.destroy(),
  };
}

function refused(key: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound')) {
      throw new FileMissing(key, { cause: error });
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new Unavailable(`object store: ${reason}`, { cause: error });
  };
}
