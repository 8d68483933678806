import { logger } from '#app/core/platform/logger.ts';

/**
 * Runs `work` now and then every `milliseconds` after it has ended; a failure is logged and the next turn comes.
 * @returns a function that ends it
 */
export function repeatEvery(milliseconds: number, work: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const turn = async () => {
    try {
      await work();
    } catch (error) {
      logger().warn({ error: (error as Error).message }, 'periodic work');
    }
    if (!stopped) timer = setTimeout(() => void turn(), milliseconds);
  };
  void turn();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
