import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { RunAborted } from '#app/core/generation/stream/run-aborted.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { countUnseenLeave } from '#app/core/limits/quotas.ts';
import { logger } from '#app/core/platform/logger.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * A run is ended by its reader, or by us with a deploy. Nobody pays for a prompt that was only sent when it is us
 * (`house`, as `stopped_by` stores it).
 */
export type StopCause = 'reader' | 'house';

/** Those that are being ended: a stop may be told more than once. */
const ending = new WeakSet<RunningReply>();

/**
 * Ends a run for whoever wants its end. One that a provider was sent ends once it is known whether that has taken it,
 * since a prompt that it bills is charged. An answer in one piece runs on: its provider bills all of it. Where a model
 * thinks unseen, our own count would miss its thoughts: the calls of a user who often leaves such models run on until
 * their usage is known.
 */
export function endFor(reply: RunningReply, cause: StopCause): void {
  if (cause === 'house') return reply.abort.abort(new RunAborted('shutdown'));
  if (ending.has(reply)) return;
  ending.add(reply);
  runsOn(reply).then(
    (isRunningOn) => reply.leave(isRunningOn ? 'usage' : 'taken'),
    (error: Error) => {
      logger().warn({ generationId: reply.generation.id, error: error.message }, 'a run was left');
      reply.leave('taken');
    },
  );
}

async function runsOn({ isSent, thinking, generation }: RunningReply): Promise<boolean> {
  if (!isSent) return false;
  if (generation.delivery === 'whole') return true;
  if (thinking !== '') return false;
  const { capabilities } = await readEntry(AUTOCOMMIT, generation.model);
  return capabilities.includes('reasoning') && !(await countUnseenLeave(generation.userId));
}
