import type { ActivityLine, ActivityPage } from '#app/contracts/usage/activity.ts';
import type { GenerationState } from '#app/contracts/generation.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { usageOf, type UsageColumns } from './usage-of-row.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { findPage, type PageQuery } from './find-page.ts';

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
  own_key: number;
  attempts: string | null;
  created_at: Date;
  first_token_at: Date | null;
  finished_at: Date | null;
}

/** A page of calls, newest first. Only the rows of the page are read. */
export async function listActivity(tx: Tx, query: PageQuery): Promise<ActivityPage> {
  const { ids, ...place } = await findPage(tx, query);
  const rows = await selectRows<Row>(
    tx,
    `SELECT id, user_id, target, state, model, provider, offer_id, api_key_id, application_id, charged_micro, own_key,
       prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, token_usage, attempts, created_at,
       first_token_at, finished_at
     FROM generations WHERE id IN (?) ORDER BY id DESC`,
    [ids],
  );
  return { lines: rows.map(toLine), ...place };
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
    ownKey: row.own_key === 1,
    attempts: row.attempts === null ? 0 : (JSON.parse(row.attempts) as unknown[]).length,
    firstTokenMs: since(row.first_token_at),
    latencyMs: since(row.finished_at),
    createdAt: row.created_at.toISOString(),
  };
}
