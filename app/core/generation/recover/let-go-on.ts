import type { LogEntry } from '#app/contracts/generation.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import type { Checkpoint, Progress } from '#app/core/generation/run/checkpoint.ts';
import { canGoOn, queueHeard } from '#app/core/generation/run/resume/queue-again.ts';
import { serverOf } from '#app/core/generation/run/resume/who-answered.ts';
import { longest, saidIn } from '#app/core/generation/stream/said-in-log.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { Fenced } from './fence-off.ts';

/** What can be gone on with. */
const PLAIN: ReadonlySet<LogEntry['type']> = new Set(['start', 'resume', 'text', 'thinking']);

/**
 * Lets another worker go on with the words of a run whose worker was lost (`run/resume/take-over.ts`): the row is queued again
 * with all that its readers may have seen. Without a log nobody knows what that is.
 * @returns false where it is to be closed
 */
export async function letGoOn(
  generation: Generation,
  { attempt, log }: Fenced,
  stored: Checkpoint,
): Promise<boolean> {
  const task = taskOf(generation);
  if (!task.goOn || generation.ownKey || !log?.length) return false;
  if (!log.every(({ type }) => PLAIN.has(type))) return false;
  const said = saidIn(log);
  const own = said.text.slice(generation.prefixText?.length ?? 0);
  if (!canGoOn(generation, await task.load(AUTOCOMMIT, generation), own)) return false;
  const server = serverOf(generation, log, stored.progress);
  if (!server || stored.progress.asides !== '') return false;
  const progress: Progress = { ...stored.progress, isTaken: true, offerId: server.offerId, losses: 1 };
  progress.isUsageBehind ||= said.text.length > stored.text.length;
  return queueHeard(
    { id: generation.id, attempt },
    {
      text: longest(said.text, stored.text),
      thinking: longest(said.thinking, stored.thinking),
      progress: JSON.stringify(progress),
      published: log.length,
    },
  );
}
