import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { RunAborted } from '#app/core/generation/stream/run-aborted.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { countUnseenLeave } from '#app/core/limits/quotas.ts';
import { logger } from '#app/core/platform/logger.ts';
import { newRedisClient, redis } from '#app/core/platform/redis.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

const CHANNEL = 'workers:stop';

/**
 * Party that stops a run: its reader, or the operator with a deploy. With the operator (stored as `house` in
 * `stopped_by`) a prompt that was only sent is not charged.
 */
export type StopCause = 'reader' | 'house';

/** Replies that are being stopped: a stop may arrive more than once. */
const ending = new WeakSet<RunningReply>();

/**
 * Notifies the worker that runs it, whichever that is, to stop a run. May be lost: the stop is in the row,
 * too.
 */
export async function sendStop(generationId: string, cause: StopCause): Promise<void> {
  await redis()
    .publish(CHANNEL, `${generationId} ${cause}`)
    .catch((error: Error) =>
      logger().warn({ generationId, error: error.message }, 'stop travels by the row'),
    );
}

/**
 * Stops this worker's runs on notification.
 * @returns a function that ends the subscription
 */
export function listenForStops(url: string, running: ReadonlySet<RunningReply>): () => void {
  const subscriber = newRedisClient(url, { offlineQueue: true });
  subscriber
    .connect()
    .then(() =>
      subscriber.subscribe(CHANNEL, (message) => {
        const [generationId, cause] = message.split(' ');
        for (const reply of running) {
          if (reply.generation.id === generationId) stopRunning(reply, cause === 'house' ? cause : 'reader');
        }
      }),
    )
    .catch((error: Error) => logger().warn({ error: error.message }, 'listening for stops'));
  return () => subscriber.destroy();
}

/**
 * Stops a run. One that was sent to a provider ends once it is known whether the provider accepted it, since
 * a prompt that the provider bills is charged. A whole answer runs on: its provider bills all of it. With
 * hidden reasoning our own count would be too low: for a user who often leaves such models, the calls run on
 * until their usage is known.
 */
export function stopRunning(reply: RunningReply, cause: StopCause): void {
  if (cause === 'house') return reply.abort.abort(new RunAborted('shutdown'));
  if (ending.has(reply)) return;
  ending.add(reply);
  continuesUntilUsage(reply).then(
    (isRunningOn) => reply.leave(isRunningOn ? 'usage' : 'taken'),
    (error: Error) => {
      logger().warn({ generationId: reply.generation.id, error: error.message }, 'a run was left');
      reply.leave('taken');
    },
  );
}

async function continuesUntilUsage({ isSent, thinking, generation }: RunningReply): Promise<boolean> {
  if (!isSent) return false;
  if (generation.delivery === 'whole') return true;
  if (thinking !== '') return false;
  const { capabilities } = await readEntry(AUTOCOMMIT, generation.model);
  return capabilities.includes('reasoning') && !(await countUnseenLeave(generation.userId));
}
