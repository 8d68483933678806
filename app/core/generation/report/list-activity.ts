import {
  ACTIVITY_PAGES,
  ACTIVITY_SIZE,
  type ActivityLine,
  type ActivityPage,
} from '#app/contracts/usage/activity.ts';
import type { GenerationState } from '#app/contracts/generation.ts';
import { selectRow, selectRows, type SqlValue } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { usageOf, type UsageColumns } from './usage-of-row.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { callsOf, matching, type CallFilter } from './calls-of.ts';

interface Row extends UsageColumns {
  id: string;
  user_id: string;
  target: string;
  state: GenerationState;
  model: string;
  provider: string;
  offer_id: string | null;
  api_key_id: string | null;
  application_id: string | null;
  charged_micro: string | null;
  attempts: string | null;
  created_at: Date;
  first_token_at: Date | null;
  finished_at: Date | null;
}

interface Extent {
  count: string;
  newest: string | null;
  oldest: string | null;
}

interface ActivityQuery extends CallFilter {
  /** From 1; one after the last is the last. */
  page: number;
  /** `until` of the page before: calls that are newer are left out. */
  until?: string | undefined;
}

const MOST = ACTIVITY_PAGES * ACTIVITY_SIZE;
/** Among so many calls a model's or a key's are looked for; those before them are a list of its own. */
export const ACTIVITY_SEARCHED = 10_000;

/**
 * A page of calls, newest first. Only the rows of the page are read, and never more of the index than its pages take,
 * however many calls there are; of a model or a key those among `ACTIVITY_SEARCHED` calls.
 */
export async function listActivity(tx: Tx, query: ActivityQuery): Promise<ActivityPage> {
  const listed = listOf(query, query.until);
  const extent = await selectRow<Extent>(
    tx,
    `SELECT COUNT(*) AS count, MAX(id) AS newest, MIN(id) AS oldest FROM (${listed.sql} LIMIT ?) AS own`,
    [...listed.values, MOST + 1],
  );
  const { newest, oldest } = extent!;
  const count = Number(extent!.count);
  const older = count > MOST ? oldest : await firstUnsearched(tx, query);
  if (newest === null) return { lines: [], page: 1, pages: 1, until: null, older };
  const pages = Math.ceil(Math.min(count, MOST) / ACTIVITY_SIZE);
  const shown = Math.min(query.page, pages);
  const own = listOf(query, newest);
  const rows = await selectRows<Row>(
    tx,
    `SELECT g.id, g.user_id, g.target, g.state, g.model, g.provider, g.offer_id, g.api_key_id, g.application_id,
       g.charged_micro, g.prompt_tokens, g.cached_tokens, g.completion_tokens, g.reasoning_tokens, g.token_usage,
       g.attempts, g.created_at, g.first_token_at, g.finished_at
     FROM generations g JOIN (${own.sql} LIMIT ? OFFSET ?) AS own ON own.id = g.id ORDER BY g.id DESC`,
    [...own.values, ACTIVITY_SIZE, (shown - 1) * ACTIVITY_SIZE],
  );
  return { lines: rows.map(toLine), page: shown, pages, until: newest, older };
}

/** Ids of the calls, newest first. */
function listOf(query: ActivityQuery, until: string | undefined): { sql: string; values: SqlValue[] } {
  const { from, values } = callsOf(query, { until });
  const wanted = matching(query);
  if (wanted.and === '') return { sql: `SELECT id ${from}`, values };
  return {
    sql: `SELECT g.id FROM (SELECT id ${from} LIMIT ?) AS near JOIN generations g ON g.id = near.id${wanted.and}
          ORDER BY g.id DESC`,
    values: [...values, ACTIVITY_SEARCHED, ...wanted.values],
  };
}

/** The newest call that a search did not look at; null where it saw all, and where none was needed. */
async function firstUnsearched(tx: Tx, query: ActivityQuery): Promise<string | null> {
  if (matching(query).and === '') return null;
  const { from, values } = callsOf(query, query);
  const offset = [...values, ACTIVITY_SEARCHED];
  return (await selectRow<{ id: string }>(tx, `SELECT id ${from} LIMIT 1 OFFSET ?`, offset))?.id ?? null;
}

function toLine(row: Row): ActivityLine {
  const since = (at: Date | null) => at && at.getTime() - row.created_at.getTime();
  return {
    id: row.id,
    userId: row.user_id,
    kind: targetOf(row).listedAs ?? 'api',
    state: row.state,
    model: row.model,
    provider: row.provider,
    offerId: row.offer_id,
    keyId: row.api_key_id,
    applicationId: row.application_id,
    usage: usageOf(row),
    chargedMicro: row.charged_micro,
    attempts: row.attempts === null ? 0 : (JSON.parse(row.attempts) as unknown[]).length,
    firstTokenMs: since(row.first_token_at),
    latencyMs: since(row.finished_at),
    createdAt: row.created_at.toISOString(),
  };
}
