import { admitStep } from '#app/core/generation/admit/admit-step.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { readSteps } from '#app/core/generation/record/read-steps.ts';
import { enqueue } from '#app/core/queue/enqueue.ts';
import type { Steps } from '#app/core/tasks/provider-job.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** The steps of a generation, as its task has them. */
export function stepsOf(parent: Generation): Steps {
  return {
    read: () => readSteps(AUTOCOMMIT, parent.id),
    async begin(step, wantedMicro) {
      const generation = { ...step, parentId: parent.id };
      const admitted = await admitStep(parent, generation, wantedMicro);
      // One that was there before may have lost its job; a job that is there keeps another of its id away.
      if (admitted) enqueue(taskOf(generation).queue, admitted, 1);
      return admitted !== null;
    },
  };
}
