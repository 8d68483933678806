import type { LogEntry } from '#app/contracts/generation.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { readCheckpoint, type Progress } from '#app/core/generation/run/checkpoint.ts';
import { serverOf } from '#app/core/generation/run/resume/who-answered.ts';
import { longest, saidIn } from '#app/core/generation/stream/said-in-log.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { Fenced } from './fence-off.ts';

/** What can be gone on with. */
const PLAIN: ReadonlySet<LogEntry['type']> = new Set(['start', 'resume', 'text', 'thinking']);

/**
 * Lets another worker go on with the words of a run whose worker was lost (`run/resume/take-over.ts`): the row is queued again
 * with all that its readers may have seen. Without a log nobody knows what that is.
 * @returns false where it is to be closed
 */
export async function letGoOn(generation: Generation, { attempt, log }: Fenced): Promise<boolean> {
  const task = taskOf(generation);
  if (!task.goOn || generation.ownKey || !log || !log.every(({ type }) => PLAIN.has(type))) return false;
  const said = saidIn(log);
  const own = said.text.slice(generation.prefixText?.length ?? 0);
  if (own === '' || !task.goOn(await task.load(AUTOCOMMIT, generation), own)) return false;
  const stored = await readCheckpoint(AUTOCOMMIT, generation.id);
  const server = serverOf(generation, log, stored.progress);
  if (!server || stored.progress.asides !== '') return false;
  const progress: Progress = { ...stored.progress, isTaken: true, offerId: server.offerId };
  progress.isUsageBehind ||= said.text.length > stored.text.length;
  const queued = await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET state = 'queued', worker_id = NULL, heartbeat_at = NULL,
       text = ?, thinking = ?, progress = ?, checkpoint_number = ?, first_token_at = COALESCE(first_token_at, NOW(3))
     WHERE id = ? AND state = 'running' AND attempt = ?`,
    [
      longest(said.text, stored.text),
      longest(said.thinking, stored.thinking) || null,
      JSON.stringify(progress),
      log.length,
      generation.id,
      attempt,
    ],
  );
  return queued === 1;
}
