import {
  ACTIVITY_PAGES,
  ACTIVITY_SIZE,
  type ActivityLine,
  type ActivityPage,
} from '#app/contracts/activity.ts';
import type { GenerationState } from '#app/contracts/generation.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { usageOf, type UsageColumns } from './usage-of-row.ts';
import { listedTargets, targetOf } from '#app/core/targets/table.ts';

interface Row extends UsageColumns {
  id: string;
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

interface ActivityQuery {
  userId: string;
  /** From 1; one after the last is the last. */
  page: number;
  /** `until` of the page before: calls that are newer are left out. */
  until?: string | undefined;
}

/** Whose calls, by an index alone that holds them in the order of time. Titles are at the operator's expense. */
const OWN = `FROM generations WHERE user_id = ? AND id <= ? AND target IN (?) ORDER BY id DESC LIMIT ?`;
const MOST = ACTIVITY_PAGES * ACTIVITY_SIZE;
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * A page of a user's calls, newest first. Only the rows of the page are read, and never more of the index than its
 * pages take, however many calls there are.
 */
export async function listActivity(tx: Tx, { userId, page, until }: ActivityQuery): Promise<ActivityPage> {
  const listed = listedTargets();
  const extent = await selectRow<Extent>(
    tx,
    `SELECT COUNT(*) AS count, MAX(id) AS newest, MIN(id) AS oldest FROM (SELECT id ${OWN}) AS own`,
    [userId, until ?? HIGHEST_ID, listed, MOST + 1],
  );
  const { newest, oldest } = extent!;
  const count = Number(extent!.count);
  if (newest === null) return { lines: [], page: 1, pages: 1, until: null, older: null };
  const pages = Math.ceil(Math.min(count, MOST) / ACTIVITY_SIZE);
  const shown = Math.min(page, pages);
  const rows = await selectRows<Row>(
    tx,
    `SELECT g.id, g.target, g.state, g.model, g.provider, g.offer_id, g.api_key_id, g.application_id, g.charged_micro,
       g.prompt_tokens, g.cached_tokens, g.completion_tokens, g.reasoning_tokens, g.token_usage, g.attempts,
       g.created_at, g.first_token_at, g.finished_at
     FROM generations g JOIN (SELECT id ${OWN} OFFSET ?) AS own ON own.id = g.id ORDER BY g.id DESC`,
    [userId, newest, listed, ACTIVITY_SIZE, (shown - 1) * ACTIVITY_SIZE],
  );
  return {
    lines: rows.map(toLine),
    page: shown,
    pages,
    until: newest,
    older: count > MOST ? oldest : null,
  };
}

function toLine(row: Row): ActivityLine {
  const since = (at: Date | null) => at && at.getTime() - row.created_at.getTime();
  return {
    id: row.id,
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
