import type { GenerationState } from '#app/contracts/generation.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { Attempt } from '#app/core/generation/record/attempt.ts';
import { listedTargets } from '#app/core/targets/table.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { usageOf, type UsageColumns } from './usage-of-row.ts';

/** What a call was, who answered it and what it cost, as its owner may keep it. None of what was said. */
export interface KeptCall {
  id: string;
  requestId: string | null;
  target: string;
  task: string;
  state: GenerationState;
  conversationId: string | null;
  keyId: string | null;
  model: string;
  provider: string;
  finishReason: string | null;
  errorCode: string | null;
  usage: TokenUsage | null;
  /** Micro-dollars as text; null until it has ended. */
  chargedMicro: string | null;
  chargeReason: string | null;
  priceId: string | null;
  attempts: Attempt[];
  createdAt: Date;
  startedAt: Date | null;
  firstTokenAt: Date | null;
  finishedAt: Date | null;
}

type Row = Omit<KeptCall, 'usage' | 'attempts'> & UsageColumns & { attempts: string | null };

/**
 * Calls of a user in the order of their time, those that their list of activity shows.
 * @param page.after the last id of the page before, '' to begin with
 */
export async function pageCalls(
  tx: Tx,
  { userId, after, most }: { userId: string; after: string; most: number },
): Promise<KeptCall[]> {
  const rows = await selectRows<Row>(
    tx,
    `SELECT g.id, request_id AS requestId, target, task, state, conversation_id AS conversationId,
       api_key_id AS keyId, model, provider, finish_reason AS finishReason, error_code AS errorCode,
       charged_micro AS chargedMicro, charge_reason AS chargeReason, price_id AS priceId, attempts,
       created_at AS createdAt, started_at AS startedAt, first_token_at AS firstTokenAt, finished_at AS finishedAt,
       token_usage, prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens
     FROM (SELECT id FROM generations WHERE user_id = ? AND id > ? AND target IN (?) ORDER BY id LIMIT ?) page
     JOIN generations g ON g.id = page.id ORDER BY g.id`,
    [userId, after, listedTargets(), most],
  );
  return rows.map(toCall);
}

function toCall(row: Row): KeptCall {
  const {
    token_usage,
    prompt_tokens,
    cached_tokens,
    completion_tokens,
    reasoning_tokens,
    attempts,
    ...facts
  } = row;
  const usage = usageOf({ token_usage, prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens });
  return { ...facts, usage, attempts: attempts === null ? [] : (JSON.parse(attempts) as Attempt[]) };
}
