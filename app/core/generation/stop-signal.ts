import { logger } from '#app/core/platform/logger.ts';
import { newRedisClient, redis } from '#app/core/platform/redis.ts';
import { RunAborted, type RunningReply } from './running-reply.ts';

const CHANNEL = 'workers:stop';

/** Tells the worker that runs it, whichever that is, to stop a run. Lost without harm: the row says it too. */
export async function sendStop(generationId: string): Promise<void> {
  await redis()
    .publish(CHANNEL, generationId)
    .catch((error: Error) =>
      logger().warn({ generationId, error: error.message }, 'stop travels by the row'),
    );
}

/** Aborts this worker's runs when they are told to stop. @returns a function that ends the listening */
export function listenForStops(url: string, running: ReadonlySet<RunningReply>): () => void {
  const subscriber = newRedisClient(url, { offlineQueue: true });
  subscriber
    .connect()
    .then(() =>
      subscriber.subscribe(CHANNEL, (generationId) => {
        for (const reply of running) {
          if (reply.generation.id === generationId) reply.abort.abort(new RunAborted('stopped'));
        }
      }),
    )
    .catch((error: Error) => logger().warn({ error: error.message }, 'listening for stops'));
  return () => subscriber.destroy();
}
