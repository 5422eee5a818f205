import { randomBytes } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { S3Config } from '../config/index.ts';
import { clientOf } from './files-s3.ts';

/** What an object store does with an object that is of no document. */
export interface StoreTrial {
  /** Whether what was read is what was written. */
  readonly same: boolean;
  /** Whether it is gone once deleted. */
  readonly gone: boolean;
  /** Whether the bucket keeps earlier versions of what is deleted; null: it does not tell. */
  readonly versioning: 'Enabled' | 'Suspended' | 'off' | null;
}

/**
 * Writes an object, reads it back and deletes it, with its version where there are any, so that nothing is left. It is
 * deleted too if reading fails.
 * @throws Error with what the store said, the signal's reason when that is aborted
 */
export async function tryObjectStore(config: S3Config, signal: AbortSignal): Promise<StoreTrial> {
  const client = clientOf(config);
  const options = { abortSignal: signal };
  const content = randomBytes(32).toString('hex');
  // Not a file key, so no listing of files has it.
  const named = { Bucket: config.bucket, Key: `${config.prefix}.trial-${content.slice(0, 16)}` };
  try {
    const { VersionId } = await client.send(new PutObjectCommand({ ...named, Body: content }), options);
    let same = false;
    try {
      const { Body } = await client.send(new GetObjectCommand(named), options);
      same = (await Body?.transformToString()) === content;
    } finally {
      // Not aborted with the rest: what was written has to go.
      await client.send(new DeleteObjectCommand({ ...named, ...(VersionId === undefined ? {} : { VersionId }) }));
    }
    const gone = await client.send(new HeadObjectCommand(named), options).then(
      () => false,
      (error) => {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return true;
        throw error;
      },
    );
    return { same, gone, versioning: await versioningOf(client, config.bucket, options) };
  } finally {
    client.destroy();
  }
}

async function versioningOf(
  client: ReturnType<typeof clientOf>,
  bucket: string,
  options: { abortSignal: AbortSignal },
): Promise<StoreTrial['versioning']> {
  try {
    const { Status } = await client.send(new GetBucketVersioningCommand({ Bucket: bucket }), options);
    return Status ?? 'off';
  } catch (error) {
    // Some stores have no versions, and some credentials may not ask.
    if (error instanceof S3ServiceException) return null;
    throw error;
  }
}
