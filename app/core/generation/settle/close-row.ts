import type { Ending } from '#app/core/generation/record/ending.ts';
import { guard } from '#db/optimistic-locking.ts';
import { write } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';

/**
 * Closes a row that is in the state and attempt that the ending claims. Fails where it is not, because somebody else has
 * closed it (`isGuardFailure`).
 */
export async function closeRow(tx: Transaction, ending: Ending, chargedMicro: bigint): Promise<void> {
  const { usage, generation } = ending;
  await write(
    tx,
    `UPDATE generations SET state = CASE WHEN state = ? AND attempt = ? THEN ? ELSE ${guard('row')} END, finish_reason = ?, error_code = ?, error_detail = ?,
       prompt_tokens = ?, cached_tokens = ?, completion_tokens = ?, reasoning_tokens = ?, token_usage = ?, usage_source = ?,
       counted_tokens = ?, charge_reason = ?, cost_micro = ?, charged_micro = ?, first_token_at = COALESCE(first_token_at, ?), finished_at = NOW(3),
       offer_id = ?, provider = ?, model = ?, upstream_model = ?, price_id = ?, attempts = COALESCE(?, attempts),
       text = NULL, thinking = NULL, progress = NULL, prefix_text = NULL, request = NULL
     WHERE id = ?`,
    [
      ending.from,
      ending.attempt,
      ending.state,
      ending.finishReason,
      ending.errorCode,
      ending.errorDetail,
      usage?.promptTokens ?? null,
      usage?.cachedTokens ?? null,
      usage?.completionTokens ?? null,
      usage?.reasoningTokens ?? null,
      usage ? JSON.stringify(usage) : null,
      ending.usageSource,
      ending.countedTokens,
      ending.chargeReason,
      ending.costMicro,
      chargedMicro,
      ending.firstTokenAt,
      generation.offerId,
      generation.provider,
      generation.model,
      generation.upstreamModel,
      generation.priceId,
      ending.attempts.length > 0 ? JSON.stringify(ending.attempts) : null,
      generation.id,
    ],
  );
}
