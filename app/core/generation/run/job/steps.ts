import { admitStep } from '#app/core/generation/admit/admit-step.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { readSteps } from '#app/core/generation/record/read-steps.ts';
import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { enqueue, enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import type { Steps } from '#app/core/tasks/provider-job.ts';
import { shareOf } from '#app/core/targets/table.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';

/**
 * Has the steps of a parent stopped that have not ended, so that it can end: what they cost is known then.
 * @returns false where there is none, and the parent may end now; else its next look comes when a step has ended
 */
export async function stopOpenSteps(parentId: string): Promise<boolean> {
  const steps = await readSteps(AUTOCOMMIT, parentId);
  if (!steps.some(({ state }) => state === 'queued' || state === 'running')) return false;
  const written = await transaction((tx) =>
    writeFollowUps(tx, [{ job: 'stop-steps', subject: parentId, payload: { parentId } }]),
  );
  written.forEach(enqueueFollowUp);
  return true;
}

/** The steps of a generation, as its task has them. */
export function stepsOf(parent: Generation): Steps {
  return {
    read: () => readSteps(AUTOCOMMIT, parent.id),
    async begin(step, wantedMicro) {
      const generation = { ...step, parentId: parent.id };
      const admitted = await admitStep(parent, generation, wantedMicro);
      // One that was there before may have lost its job; a job that is there keeps another of its id away.
      if (admitted)
        enqueue(taskOf(generation).queue, {
          generationId: admitted,
          attempt: 1,
          share: shareOf({ ...step, userId: parent.userId }),
        });
      return admitted !== null;
    },
  };
}
