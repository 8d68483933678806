import type { Ending, Settlement } from '#app/core/generation/record/ending.ts';
import { untilAnswered } from '#app/core/platform/passing-error.ts';
import { settleGeneration } from './settle.ts';

/**
 * Settles and, while the database is away, waits for it: the worker keeps the whole reply until it is stored.
 * @returns null when somebody else closed the run
 */
export function settleUntilDone(ending: Ending): Promise<Settlement | null> {
  return untilAnswered(() => settleGeneration(ending), { generationId: ending.generation.id });
}
