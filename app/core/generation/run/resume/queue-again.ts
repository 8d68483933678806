import type { Generation } from '#app/core/generation/record/row.ts';
import { NO_PROGRESS } from '#app/core/generation/run/checkpoint.ts';
import { change } from '#db/sql.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { Input } from '#app/core/tasks/task.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** The attempt of a run that is to be queued again; the caller owns it. */
export type Attempted = Pick<Generation, 'id' | 'attempt'>;

/** All that a run has said, as another worker finds it (`take-over.ts`). */
export interface Heard {
  text: string;
  thinking: string;
  /** As `writeProgress` writes it. */
  progress: string;
  /** Entries of its log. */
  published: number;
}

/**
 * Whether another worker can go on with what a run has said. Behind thoughts alone a provider is asked anew, except for a
 * client that would send them back with the signature of others.
 * @param own its own words
 */
export function canGoOn(generation: Generation, input: Input, own: string): boolean {
  const { goOn } = taskOf(generation);
  if (!goOn) return false;
  return own === '' ? !targetOf(generation).takesDeltas : goOn(input, own) !== null;
}

/**
 * Queues a run again that has not said a word.
 * @param losses how many workers have died with it
 * @returns false when it has begun after all, was stopped, or belongs to another worker
 */
export function queueUnheard({ id, attempt }: Attempted, losses: number): Promise<boolean> {
  const progress = losses > 0 ? JSON.stringify({ ...NO_PROGRESS, losses }) : null;
  return queue(
    `progress = ? WHERE id = ? AND state = 'running' AND attempt = ? AND first_token_at IS NULL
       AND stop_requested_at IS NULL`,
    [progress, id, attempt],
  );
}

/** The same for one that has begun, with all that its readers may have seen. @returns as `queueUnheard` */
export function queueHeard({ id, attempt }: Attempted, heard: Heard): Promise<boolean> {
  const { text, thinking, progress, published } = heard;
  return queue(
    `text = ?, thinking = ?, progress = ?, checkpoint_number = ?, first_token_at = COALESCE(first_token_at, NOW(3))
     WHERE id = ? AND state = 'running' AND attempt = ? AND stop_requested_at IS NULL`,
    [text, thinking || null, progress, published, id, attempt],
  );
}

async function queue(rest: string, values: (string | number | null)[]): Promise<boolean> {
  const queued = await change(
    AUTOCOMMIT,
    `UPDATE generations FORCE INDEX (PRIMARY) SET state = 'queued', worker_id = NULL, heartbeat_at = NULL, ${rest}`,
    values,
  );
  return queued === 1;
}
