import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { RunAborted } from '#app/core/generation/stream/run-aborted.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { countUnseenLeave } from '#app/core/limits/quotas.ts';
import { logger } from '#app/core/platform/logger.ts';
import { newRedisClient, redis } from '#app/core/platform/redis.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const CHANNEL = 'workers:stop';

/**
 * A run is ended by its reader, or by us with a deploy. Nobody pays for a prompt that was only sent when it is us
 * (`house`, as `stopped_by` stores it).
 */
export type StopCause = 'reader' | 'house';

/** Those that are being ended: a stop may be told more than once. */
const ending = new WeakSet<RunningReply>();

/** Tells the worker that runs it, whichever that is, to stop a run. Lost without harm: the row says it too. */
export async function sendStop(generationId: string, cause: StopCause): Promise<void> {
  await redis()
    .publish(CHANNEL, `${generationId} ${cause}`)
    .catch((error: Error) =>
      logger().warn({ generationId, error: error.message }, 'stop travels by the row'),
    );
}

/** Ends this worker's runs when they are told to stop. @returns a function that ends the listening */
export function listenForStops(url: string, running: ReadonlySet<RunningReply>): () => void {
  const subscriber = newRedisClient(url, { offlineQueue: true });
  subscriber
    .connect()
    .then(() =>
      subscriber.subscribe(CHANNEL, (message) => {
        const [generationId, cause] = message.split(' ');
        for (const reply of running) {
          if (reply.generation.id === generationId) endFor(reply, cause === 'house' ? cause : 'reader');
        }
      }),
    )
    .catch((error: Error) => logger().warn({ error: error.message }, 'listening for stops'));
  return () => subscriber.destroy();
}

/**
 * Ends a run for whoever wants its end. One that a provider was sent ends once it is known whether that has taken it,
 * since a prompt that it bills is charged. An answer in one piece runs on: its provider bills all of it. Where a model
 * thinks unseen, our own count would miss its thoughts: the calls of a user who often leaves such models run on until
 * their usage is known.
 */
export function endFor(reply: RunningReply, cause: StopCause): void {
  if (cause === 'house') return reply.abort.abort(new RunAborted('shutdown'));
  if (ending.has(reply)) return;
  ending.add(reply);
  runsOn(reply).then(
    (isRunningOn) => reply.leave(isRunningOn ? 'usage' : 'taken'),
    (error: Error) => {
      logger().warn({ generationId: reply.generation.id, error: error.message }, 'a run was left');
      reply.leave('taken');
    },
  );
}

async function runsOn({ isSent, thinking, generation }: RunningReply): Promise<boolean> {
  if (!isSent) return false;
  if (generation.delivery === 'whole') return true;
  if (thinking !== '') return false;
  const { capabilities } = await readEntry(AUTOCOMMIT, generation.model);
  return capabilities.includes('reasoning') && !(await countUnseenLeave(generation.userId));
}
