import { mkdir, realpath } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { createLocalFiles } from '../adapters/files-local.ts';
import { openS3Files } from '../adapters/open-s3-files.ts';
import { type Config, type S3Config, s3Url } from '../config/index.ts';
import type { FileStore } from '../core/ports.ts';

/** Where sets are kept. */
export interface Target {
  readonly store: FileStore;
  /** A folder for files on their way into the store: on its own file system, if it is a folder. */
  readonly incoming: string;
  close(): void;
}

const isBucket = (text: string) => text.startsWith('s3:');

/**
 * Opens a target: a folder, created if it is not there, or `s3://KEY:SECRET@host/bucket/prefix` in the form of S3_URL.
 * @param work a folder for temporary files
 * @throws Error for the operator if the service itself would delete or lose what is there, or the target does not respond
 */
export async function openTarget(text: string, config: Config, work: string): Promise<Target> {
  const target = await (isBucket(text) ? openBucket(s3Url(text), config, work) : openFolder(text, config));
  await target.store.ready().catch((error) => {
    throw new Error(`O alvo do backup não responde: ${error.message}`, { cause: error });
  });
  return target;
}

async function openBucket(bucket: S3Config, { s3 }: Config, work: string): Promise<Target> {
  const same = s3 !== null && s3.endpoint === bucket.endpoint && s3.bucket === bucket.bucket;
  if (same && bucket.prefix.startsWith(s3.prefix)) {
    throw new Error(
      'O alvo está dentro de S3_URL: o serviço apaga dali o que nenhuma linha do banco nomeia. Use outro balde, ou um prefixo fora do dela.',
    );
  }
  const store = await openS3Files(bucket, work);
  return { store, incoming: work, close: () => store.close() };
}

async function openFolder(text: string, { dataDir }: Config): Promise<Target> {
  const folder = resolve(text);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [inside, around] = [await realpath(folder), await realpath(dataDir).catch(() => resolve(dataDir))];
  if (`${inside}${sep}`.startsWith(`${around}${sep}`)) {
    throw new Error(
      'O alvo está dentro de DATA_DIR, e se perderia com ele. Use outra pasta, de preferência noutro disco.',
    );
  }
  const store = await createLocalFiles(inside);
  return { store, incoming: join(inside, '.incoming'), close: () => {} };
}

/** The service's own files. */
export async function openOwnFiles(
  { s3, dataDir }: Config,
  work: string,
): Promise<{ files: FileStore; close(): void }> {
  if (s3 === null) return { files: await createLocalFiles(join(dataDir, 'files')), close: () => {} };
  const files = await openS3Files(s3, work);
  return { files, close: () => files.close() };
}
