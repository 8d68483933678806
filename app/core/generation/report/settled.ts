import { selectCount, selectRow, selectRows, type SqlValue } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { listedTargets } from '#app/core/targets/table.ts';

/** An ended generation, with the values that sums of usage count. */
export interface SettledCall {
  userId: string;
  model: string;
  keyId: string | null;
  applicationId: string | null;
  /** False for titles and steps, which no activity list shows. */
  isListed: boolean;
  hasFailed: boolean;
  inputTokens: number;
  outputTokens: number;
  chargedMicro: bigint;
  /** Milliseconds from its admission to its first output. */
  firstTokenMs: number | null;
  finishedAt: Date;
}

interface SettledRow {
  user_id: string;
  model: string;
  api_key_id: string | null;
  application_id: string | null;
  target: string;
  state: string;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  charged_micro: string | null;
  created_at: Date;
  first_token_at: Date | null;
  finished_at: Date;
}

/** Generations that ended after `after` and not after `until`. */
export interface SettledSpan {
  after: Date;
  until: Date;
}

const BY_END = 'FORCE INDEX (generations_finished)';
const IN_SPAN = 'finished_at > ? AND finished_at <= ?';

/**
 * Finds the time until which about `max` calls ended, to read them as one batch: all that ended within the
 * same millisecond stay together.
 * @returns null if fewer ended in the span
 */
export async function endOfBatch(tx: Tx, { after, until }: SettledSpan, max: number): Promise<Date | null> {
  const row = await selectRow<{ at: Date }>(
    tx,
    `SELECT finished_at AS at FROM generations ${BY_END} WHERE ${IN_SPAN} ORDER BY finished_at LIMIT 1 OFFSET ?`,
    [after, until, max - 1],
  );
  return row?.at ?? null;
}

/** Restricts the calls that are read. */
interface Narrowed {
  userId?: string | null;
  model?: string | null;
  keyId?: string | null;
}

/**
 * Reads the calls that ended in a span, in the order of their ends.
 * @param max max number of calls; the newest ones are returned
 */
export async function readSettled(
  tx: Tx,
  { after, until }: SettledSpan,
  { userId = null, model = null, keyId = null, max }: Narrowed & { max?: number } = {},
): Promise<SettledCall[]> {
  const narrowed = (
    [
      ['user_id', userId],
      ['model', model],
      ['api_key_id', keyId],
    ] as const
  ).filter(([, value]) => value !== null);
  const rows = await selectRows<SettledRow>(
    tx,
    `SELECT user_id, model, api_key_id, application_id, target, state, prompt_tokens, completion_tokens, charged_micro,
       created_at, first_token_at, finished_at
     FROM generations ${BY_END} WHERE ${[IN_SPAN, ...narrowed.map(([column]) => `${column} = ?`)].join(' AND ')}
     ORDER BY finished_at DESC ${max === undefined ? '' : 'LIMIT ?'}`,
    [after, until, ...narrowed.map(([, value]) => value as SqlValue), ...(max === undefined ? [] : [max])],
  );
  const listed = new Set(listedTargets());
  return rows.reverse().map((row) => toCall(row, listed));
}

function toCall(row: SettledRow, listed: ReadonlySet<string>): SettledCall {
  const firstToken = row.first_token_at;
  return {
    userId: row.user_id,
    model: row.model,
    keyId: row.api_key_id,
    applicationId: row.application_id,
    isListed: listed.has(row.target),
    hasFailed: row.state === 'failed' || row.state === 'interrupted',
    inputTokens: row.prompt_tokens ?? 0,
    outputTokens: row.completion_tokens ?? 0,
    chargedMicro: BigInt(row.charged_micro ?? 0),
    firstTokenMs: firstToken && Math.max(0, firstToken.getTime() - row.created_at.getTime()),
    finishedAt: row.finished_at,
  };
}

/** Counts generations of any target that ended from `from` on and not after `until`, by the index alone. */
export async function countSettled(tx: Tx, { from, until }: { from: Date; until: Date }): Promise<number> {
  return selectCount(
    tx,
    `SELECT COUNT(*) FROM generations ${BY_END} WHERE finished_at >= ? AND finished_at <= ?`,
    [from, until],
  );
}

/**
 * Waits until no open transaction has closed a generation in a span: a locking read of the index, in which
 * that transaction holds an entry. The locks end with the statement.
 * @throws QueryError ER_LOCK_WAIT_TIMEOUT if one stays open
 */
export async function awaitSettles(tx: Tx, { after, until }: SettledSpan): Promise<void> {
  await selectRow(
    tx,
    `SELECT COUNT(*) AS settled FROM generations ${BY_END} WHERE ${IN_SPAN} LOCK IN SHARE MODE`,
    [after, until],
  );
}

/** Time of the first end among all existing generations; null if there are none. */
export async function firstSettledAt(tx: Tx): Promise<Date | null> {
  const row = await selectRow<{ at: Date | null }>(
    tx,
    `SELECT MIN(finished_at) AS at FROM generations WHERE finished_at > '1970-01-01'`,
  );
  return row?.at ?? null;
}
