import { DELIVERIES } from '#app/core/generation/record/columns.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { readersKey } from '#app/core/generation/stream/log.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { newId } from '#app/core/platform/ids.ts';
import { logger } from '#app/core/platform/logger.ts';
import { areRegistrationsCertain, countListeners } from '#app/core/realtime/registrations.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { stopRunning } from './stop-signal.ts';

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
    calls.forEach((reply, index) => {
      // An uncertain count stops no call.
      if (!counts || counts[index]! > 0) return;
      const since = aloneSince.get(reply) ?? now;
      if (now - since >= DELIVERIES[reply.generation.delivery].patienceMs!) stopRunning(reply, 'reader');
      else alone.set(reply, since);
    });
    aloneSince = alone;
  };
}

/** Whether a reader waits for the reply: a call whose client has left is not run again. */
export async function isAwaited(generation: Generation): Promise<boolean> {
  if (!targetOf(generation).endsWithReader) return true;
  const [readers] = (await countReaders([generation.id])) ?? [0];
  return readers! > 0;
}

/** Number of web processes that listen to each generation; null while that is not certain. */
async function countCertainReaders(lookerId: string, generationIds: string[]): Promise<number[] | null> {
  if (generationIds.length === 0) return [];
  try {
    // Checked before the count: a registration that is missing now expired while Redis was reachable.
    if (!(await areRegistrationsCertain(lookerId))) return null;
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'readers are not certain');
    return null;
  }
  return countReaders(generationIds);
}

/** Number of web processes that listen to each generation; null while Redis is away. */
export async function countReaders(generationIds: string[]): Promise<number[] | null> {
  if (generationIds.length === 0) return [];
  try {
    return await countListeners(generationIds.map(readersKey));
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'readers are not known');
    return null;
  }
}
