import path from 'node:path';
import type { Readable } from 'node:stream';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { createDiskStore } from './disk-store.ts';
import type { FileContent, FileStore } from './file-store.ts';
import { storeAway, storeReason } from './store-failure.ts';

let current: Promise<FileStore> | undefined;

interface Failed {
  operation: string;
  name: string;
  tookMs?: number;
}

/**
 * The file store of this installation: the configured bucket, otherwise a folder below DATA_DIR. Its
 * operations throw AppError `unavailable` when it is away.
 */
export function files(): Promise<FileStore> {
  current ??= choose().then(watchedStore);
  return current;
}

/** The SDK is large: it is loaded only if a bucket is configured. */
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

/** Logs at boot where files are stored: a folder is of no use to a process on another machine. */
export function logFileStore(): void {
  const { S3_BUCKET: bucket, DATA_DIR } = config();
  if (bucket) logger().info({ bucket }, 'files are kept in a bucket');
  else {
    const folder = path.resolve(DATA_DIR, 'files');
    logger().info({ folder }, 'files are kept on this machine; web and worker on several need S3_BUCKET');
  }
}

/**
 * Wraps a store: its failures are logged, counted and thrown as AppError `unavailable` with the reason.
 * Errors of the content that is being stored pass unchanged.
 */
export function watchedStore(store: FileStore): FileStore {
  return {
    async put(name, content) {
      const source = sourceOf(content);
      await watch('put', name, async () => {
        try {
          await store.put(name, source.content);
        } catch (error) {
          // The store may wrap an error of the source, and is not its cause.
          if (!source.failure) throw error;
        }
      });
      if (source.failure) throw source.failure.error;
    },
    get: (name) => watch('get', name, () => store.get(name)),
    async open(name, range) {
      const content = await watch('open', name, () => store.open(name, range));
      return content && logReadErrors(content, name);
    },
    delete: (name) => watch('delete', name, () => store.delete(name)),
    async *list(folder) {
      const files = store.list(folder)[Symbol.asyncIterator]();
      for (;;) {
        const next = await watch('list', folder, () => files.next());
        if (next.done) return;
        yield next.value;
      }
    },
  };
}

async function watch<T>(operation: string, name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } catch (error) {
    throw logFailure(error, { operation, name, tookMs: Math.round(performance.now() - startedAt) });
  }
}

function logFailure(error: unknown, { name, ...facts }: Failed) {
  const reason = storeReason(error);
  // File names are secrets of their owners; the folder is enough for the log.
  const [folder] = name.split('/');
  counted.storeFailures[reason].inc();
  logger().error(
    {
      ...facts,
      folder,
      reason,
      error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    },
    'the file store failed',
  );
  return storeAway(reason, error);
}

/** Without this, a file that ends early would go unnoticed: its reader only sees a connection that closes. */
function logReadErrors(content: Readable, name: string): Readable {
  content.once('error', (error) => void logFailure(error, { operation: 'read', name }));
  return content;
}

/** Wraps content to record whether reading it failed. */
function sourceOf(content: FileContent): { content: FileContent; failure: { error: unknown } | null } {
  if (content instanceof Uint8Array) return { content, failure: null };
  const source: { content: FileContent; failure: { error: unknown } | null } = {
    content: pieces(content),
    failure: null,
  };
  async function* pieces(all: AsyncIterable<Uint8Array>) {
    try {
      yield* all;
    } catch (error) {
      source.failure = { error };
      throw error;
    }
  }
  return source;
}
