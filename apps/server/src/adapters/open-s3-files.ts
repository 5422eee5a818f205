import type { S3Config } from '../config/index.ts';

/**
 * The files in a bucket, as `createS3Files` has them. Its client is sixty modules: a process without a bucket starts
 * sooner without them.
 */
export const openS3Files = async (config: S3Config, tmpDir: string) =>
  (await import('./files-s3.ts')).createS3Files(config, tmpDir);
