import path from 'node:path';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { createDiskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import { watchedStore } from './watched-store.ts';

let current: Promise<FileStore> | undefined;

/**
 * The file store of this installation: the bucket of the settings, else a folder below DATA_DIR. Its operations throw
 * AppError `unavailable` where it is away.
 */
export function files(): Promise<FileStore> {
  current ??= choose().then(watchedStore);
  return current;
}

/** The SDK is large: only who has a bucket loads it. */
async function choose(): Promise<FileStore> {
  const {
    DATA_DIR,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_LIMIT_MS: limitMs,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = config();
  if (!bucket) return createDiskStore(path.resolve(DATA_DIR, 'files'));
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store({
    bucket,
    region,
    limitMs,
    ...(endpoint && { endpoint }),
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  });
}

/** Says at boot where files go: a folder is of no use to a process on another machine. */
export function announceFiles(): void {
  const { S3_BUCKET: bucket, DATA_DIR } = config();
  if (bucket) logger().info({ bucket }, 'files are kept in a bucket');
  else {
    const folder = path.resolve(DATA_DIR, 'files');
    logger().info({ folder }, 'files are kept on this machine; web and worker on several need S3_BUCKET');
  }
}
