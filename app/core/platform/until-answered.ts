import { logger } from './logger.ts';
import { isPassing } from './passing-error.ts';

const PAUSE_MS = 500;

/**
 * Does what must be done however long the database is away: this process remembers it meanwhile. It may be done twice,
 * when only its answer was lost.
 * @param facts what the log says of who waits
 * @throws what is wrong with the work itself
 */
export async function untilAnswered<T>(work: () => Promise<T>, facts: Record<string, string>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      logger().warn({ ...facts, error: (error as Error).message }, 'waits for the database');
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
