import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { errorFacts } from '#app/core/platform/log-facts.ts';
import { logger } from '#app/core/platform/logger.ts';
import { threadEntry } from '#app/core/platform/threads/thread-pool.ts';
import type { ThreadUpload } from './import-thread.ts';
import type { Reading } from './read-conversations.ts';

/** Heap of the thread: the largest conversation as text, parsed, and as a tree. */
const HEAP_MB = 256;

const entry = threadEntry(import.meta.url, './import-thread.ts');

/** Reads an upload in a thread of its own, so that no value of it, whatever its shape, holds up the process. */
export interface ThreadReader {
  /**
   * The next results; an empty list is the end.
   * @throws the error of the thread, which ends if its memory does not suffice
   */
  next: () => Promise<readonly Reading[]>;
  /** Ends the thread. */
  close: () => Promise<void>;
}

/** Opens a reader, which reads nothing before it is asked. */
export async function openThreadReader(upload: Omit<ThreadUpload, 'port'>): Promise<ThreadReader> {
  // Loaded on first use: most processes never import.
  const { Piscina } = await import('piscina');
  const pool = new Piscina({
    ...entry,
    maxThreads: 1,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  pool.on('error', (error: Error) => logger().error(errorFacts(error), 'thread failed'));
  const { port1: port, port2 } = new MessageChannel();
  const ended = new AbortController();
  pool.run({ ...upload, port: port2 }, { transferList: [port2] }).then(
    () => ended.abort(new Error('The thread has ended')),
    (error: unknown) => ended.abort(error),
  );
  return {
    async next() {
      ended.signal.throwIfAborted();
      port.postMessage('next', []);
      const answer = once(port, 'message', { signal: ended.signal }) as Promise<[readonly Reading[]]>;
      const [batch] = await answer.catch(() => {
        throw ended.signal.reason as Error;
      });
      return batch;
    },
    async close() {
      port.close();
      await pool.destroy();
    },
  };
}
