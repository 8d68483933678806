import { logger } from '#app/core/platform/logger.ts';
import { newRedisClient, redis } from '#app/core/platform/redis.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { endFor, type StopCause } from './end-for.ts';

const CHANNEL = 'workers:stop';

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
