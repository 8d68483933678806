import { setTimeout as sleep } from 'node:timers/promises';
import { DELIVERIES } from '#app/core/generation/record/columns.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { readersKey } from '#app/core/generation/stream/log.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { newId } from '#app/core/platform/ids.ts';
import { logger } from '#app/core/platform/logger.ts';
import { groupByTag, streamTags } from '#app/core/platform/stream-redis.ts';
import { areRegistrationsCertain, countListeners } from '#app/core/realtime/registrations.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { stopRunning } from './stop-signal.ts';

/** Max milliseconds that a check waits for a node, so that a silent one does not delay the next check of others. */
const PATIENCE_MS = 1000;

/**
 * Checks whether calls of the public API still have a reader. A web process that was killed does not report
 * that its clients left; its registrations expire. Registrations that expired because Redis was away or full
 * do not count.
 * @returns a function that runs one check, to be called repeatedly
 */
export function createReaderWatch(running: ReadonlySet<RunningReply>): () => Promise<void> {
  const watcherId = newId();
  let aloneSince = new Map<RunningReply, number>();
  return async () => {
    const calls = [...running].filter(({ generation }) => {
      return targetOf(generation).endsWithReader && DELIVERIES[generation.delivery].patienceMs !== null;
    });
    const counts = await countCertainReaders(
      watcherId,
      calls.map(({ generation }) => generation.id),
    );
    const alone = new Map<RunningReply, number>();
    const now = performance.now();
    for (const reply of calls) {
      // An uncertain count stops no call.
      if (counts.get(reply.generation.id) !== 0) continue;
      const since = aloneSince.get(reply) ?? now;
      if (now - since >= DELIVERIES[reply.generation.delivery].patienceMs!) stopRunning(reply, 'reader');
      else alone.set(reply, since);
    }
    aloneSince = alone;
  };
}

/** Whether a reader waits for the reply: a call whose client has left is not run again. */
export async function isAwaited(generation: Generation): Promise<boolean> {
  if (!targetOf(generation).endsWithReader) return true;
  const [readers] = (await countReaders([generation.id])) ?? [0];
  return readers! > 0;
}

/** Number of web processes that listen to each generation; those for which it is not certain are left out. */
async function countCertainReaders(
  watcherId: string,
  generationIds: readonly string[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  if (generationIds.length === 0) return counts;
  const groups = groupByTag(generationIds, readersKey);
  const failures: Error[] = [];
  const count = async (tag: string): Promise<void> => {
    const ids = groups.get(tag) ?? [];
    try {
      // Checked before the count: a registration that is missing now expired while Redis was reachable.
      if (!(await areRegistrationsCertain(watcherId, tag))) return;
      const numbers = await countListeners(ids.map(readersKey));
      for (const [index, id] of ids.entries()) counts.set(id, numbers[index]!);
    } catch (error) {
      failures.push(error as Error);
    }
  };
  // Every tag is checked: without a check before, a new call of a tag would not be certain for a lease.
  const all = Promise.all(streamTags().map(count));
  await Promise.race([all, sleep(PATIENCE_MS, null, { ref: false })]);
  if (failures.length > 0)
    logger().warn({ error: failures[0]!.message, tags: failures.length }, 'readers are not certain');
  return counts;
}

/**
 * Number of web processes that listen to each generation; null while Redis is away.
 * @param generationIds of the same tag
 */
export async function countReaders(generationIds: string[]): Promise<number[] | null> {
  if (generationIds.length === 0) return [];
  try {
    return await countListeners(generationIds.map(readersKey));
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'readers are not known');
    return null;
  }
}
