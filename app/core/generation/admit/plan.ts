import { AppError } from '#app/contracts/errors.ts';
import type { OutputKind } from '#app/contracts/models.ts';
import type { Append } from '#app/core/conversations/messages/append.ts';
import { newGeneration, type NewGeneration } from '#app/core/generation/record/row.ts';
import type { NewIdempotentCall } from '#app/core/idempotency/known-calls.ts';
import { findAccountId } from '#app/core/ledger/accounts.ts';
import { config } from '#app/core/platform/config.ts';
import {
  highestEstimate,
  firstStepOf,
  toCandidate,
  type Estimate,
  type HoldStep,
  type PricedCandidate,
} from '#app/core/tasks/price.ts';
import type { PlannedCall } from '#app/core/tasks/task.ts';
import type { CappedKey } from './key-budgets.ts';

/** A checked and priced generation, before any lock is taken. */
export interface Plan {
  generation: NewGeneration;
  estimate: Estimate;
  /** The first step of the hold; null if everything is held at once. */
  firstStep: HoldStep | null;
  /** Messages it adds to a conversation; null for a call of the public API. */
  append: Append | null;
  /** The call's Idempotency-Key; `replaces` is an earlier call with that key that left no answer. */
  idempotency?: NewIdempotentCall;
  /** The key whose caps it counts against; null for sends of the app itself. */
  key: CappedKey | null;
  /** Called when it is written, before any worker can begin it. */
  beforeEnqueue?: () => void;
}

/** A checked and priced send of a conversation. */
export interface ChatPlan extends Plan {
  append: Append;
  makes: OutputKind;
}

type Origin = Pick<NewGeneration, 'id' | 'target' | 'task' | 'userId' | 'requestId' | 'endpoint'> &
  Partial<
    Pick<
      NewGeneration,
      | 'applicationId'
      | 'apiKeyId'
      | 'requestHash'
      | 'conversationId'
      | 'promptMessageId'
      | 'replyMessageId'
      | 'parameters'
    >
  >;

/**
 * Builds the plan of a priced call, which adds nothing to a conversation.
 * @param origin the caller, and the place of the result
 * @param key the key whose caps it counts against, or null
 */
export function planPriced(
  { priced: { candidates, routing }, request, delivery, choices, asked }: PlannedCall,
  origin: Origin,
  key: Plan['key'],
): Plan {
  const estimate = highestEstimate(candidates);
  const [{ offer: first }] = candidates as [PricedCandidate];
  return {
    append: null,
    key,
    estimate,
    firstStep: firstStepOf(candidates, { delivery, choices }),
    generation: newGeneration({
      ...origin,
      provider: first.provider,
      model: first.modelId,
      upstreamModel: first.upstreamModel,
      priceId: first.price.id,
      maxOutputTokens: estimate.wantedOutput,
      estimatedPromptTokens: estimate.promptTokens,
      route: candidates.map(toCandidate),
      routing,
      delivery,
      request: JSON.stringify(request),
      asked,
    }),
  };
}

/**
 * The account that pays for a plan; null if nothing is charged, as with a user's own provider key.
 * @throws AppError token_balance with `needed` and `available` for a user without an account
 */
export async function payingAccount({ generation, estimate }: Plan): Promise<string | null> {
  if (generation.ownKey || !config().CHECK_BALANCE) return null;
  const accountId = await findAccountId(generation.userId);
  if (accountId !== null) return accountId;
  const params = { needed: estimate.minMicro.toString(), available: '0' };
  throw new AppError('token_balance', { params });
}
