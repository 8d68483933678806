import { AppError } from '#app/contracts/errors.ts';
import { planCell } from '#app/core/generation/plan/cell.ts';
import type { Plan } from '#app/core/generation/plan/plan.ts';
import type { CellAsk } from '#app/core/generation/plan/question.ts';
import { errorFacts } from '#app/core/platform/log-facts.ts';
import { logger } from '#app/core/platform/logger.ts';
import { refuseCell } from '#app/core/playground/cell.ts';
import { publishUserEvents } from '#app/core/realtime/user-events.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { admitInOrder } from './admit.ts';

/** An answer that is to be admitted, or the reason why it cannot be. */
export interface PlannedCell {
  ask: CellAsk;
  plan: Plan | null;
  error: AppError | null;
}

/** Result of an answer's admission. */
export interface AdmittedCell {
  cellId: string;
  generationId: string;
  /** Reason why it was not admitted; null: it is enqueued. */
  error: AppError | null;
}

/** Checks, routes and prices answers concurrently; an error of one does not affect the others. */
export function planCells(asks: readonly CellAsk[]): Promise<PlannedCell[]> {
  return Promise.all(
    asks.map(async (ask): Promise<PlannedCell> => {
      try {
        return { ask, plan: await planCell(ask), error: null };
      } catch (error) {
        return { ask, plan: null, error: asRefusal(error) };
      }
    }),
  );
}

/**
 * Admits answers whose cells are stored, all of them in one batch and in their order; a refusal is stored in
 * its cell.
 * @returns the result of each, in their order
 */
export async function admitCells(planned: readonly PlannedCell[]): Promise<AdmittedCell[]> {
  const plans = planned.flatMap(({ plan }) => plan ?? []);
  const outcomes = await admitInOrder(plans);
  const admitted = await Promise.all(
    planned.map((cell) => toAdmitted(cell, cell.plan && outcomes[plans.indexOf(cell.plan)]!)),
  );
  const [first] = planned;
  if (first) {
    const { userId, playgroundId } = first.ask;
    const begun = admitted.filter(({ error }) => error === null);
    // The commit acknowledges the answer; its notification is not waited for.
    void publishUserEvents(userId, [
      ...begun.map(({ generationId }) => ({
        type: 'playground' as const,
        playgroundId,
        change: 'begun' as const,
        generationId,
      })),
      { type: 'playground', playgroundId, change: 'changed' },
    ]);
  }
  return admitted;
}

async function toAdmitted(
  { ask: { cellId, generationId }, error: refusal }: PlannedCell,
  outcome: PromiseSettledResult<unknown> | null,
): Promise<AdmittedCell> {
  if (outcome?.status !== 'rejected') return { cellId, generationId, error: refusal };
  const error = asRefusal(outcome.reason);
  await refuseCell(AUTOCOMMIT, { cellId, error });
  return { cellId, generationId, error };
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  logger().error(errorFacts(error), 'an answer of the playground could not be admitted');
  return new AppError('internal');
}
