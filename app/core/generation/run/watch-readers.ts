import { logger } from '#app/core/platform/logger.ts';
import { redis } from '#app/core/platform/redis.ts';
import { readersKey } from '#app/core/generation/stream/reply-log.ts';
import { RunAborted, type RunningReply } from '#app/core/generation/stream/running-reply.ts';

/** A whole answer goes on for so long without its client, who may come back for it with a retry. */
export const ADOPTION_MS = 10_000;
/** A reader may be a moment late with its registration. */
const GRACE_MS = 1_500;

/**
 * Looks whether calls of the public API still have a reader. A web process that was killed does not say that
 * its clients left; the registrations that it leaves behind run out.
 * @returns one look, to be repeated
 */
export function createReaderWatch(running: ReadonlySet<RunningReply>): () => Promise<void> {
  let aloneSince = new Map<RunningReply, number>();
  return async () => {
    const calls = [...running].filter((reply) => reply.generation.kind === 'api');
    const counts = await countReaders(calls.map((reply) => reply.generation.id));
    const alone = new Map<RunningReply, number>();
    const now = performance.now();
    calls.forEach((reply, index) => {
      // What cannot be known is not held against anybody.
      if (!counts || counts[index]! > 0) return;
      const since = aloneSince.get(reply) ?? now;
      const patience = reply.generation.delivery === 'whole' ? ADOPTION_MS : GRACE_MS;
      if (now - since >= patience) reply.abort.abort(new RunAborted('stopped'));
      else alone.set(reply, since);
    });
    aloneSince = alone;
  };
}

/** How many web processes listen to each generation; null while Redis is away. */
export async function countReaders(generationIds: string[]): Promise<number[] | null> {
  if (generationIds.length === 0) return [];
  try {
    const batch = redis().multi();
    for (const id of generationIds) batch.zCount(readersKey(id), Date.now(), '+inf');
    return (await batch.execAsPipeline()) as unknown as number[];
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'readers are not known');
    return null;
  }
}
