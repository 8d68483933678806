import { isPassing } from '#app/core/platform/passing-error.ts';
import { logger } from '#app/core/platform/logger.ts';
import type { Ending, Settlement } from '#app/core/generation/record/ending.ts';
import { settleGeneration } from './settle.ts';

const PAUSE_MS = 500;

/**
 * Settles and, while the database is away, waits for it: the worker keeps the whole reply until it is stored.
 * @returns null when somebody else closed the run
 */
export async function settleUntilDone(ending: Ending): Promise<Settlement | null> {
  for (;;) {
    try {
      return await settleGeneration(ending);
    } catch (error) {
      if (!isPassing(error)) throw error;
      const generationId = ending.generation.id;
      logger().warn({ generationId, error: (error as Error).message }, 'settle waits for the database');
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
