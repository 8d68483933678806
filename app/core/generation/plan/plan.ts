import type { OutputKind } from '#app/contracts/models.ts';
import type { ApiKey } from '#app/core/api-keys/api-key.ts';
import type { Append } from '#app/core/conversations/messages/append.ts';
import { newGeneration, type NewGeneration } from '#app/core/generation/record/row.ts';
import type { NewIdempotentCall } from '#app/core/idempotency/known-calls.ts';
import type { ApiCall } from '#app/core/targets/api-call.ts';
import {
  firstStepOf,
  freeEstimate,
  highestEstimate,
  toCandidate,
  type Estimate,
  type HoldStep,
  type PricedAsk,
  type PricedCandidate,
} from '#app/core/tasks/price.ts';
import { priceAsk } from '#app/core/tasks/table.ts';

/** A key whose caps admission checks. */
export type CappedKey = Pick<ApiKey, 'id' | 'userId' | 'caps'>;

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

/** The plan of a message in a conversation. */
export interface MessagePlan extends Plan {
  append: Append;
  makes: OutputKind;
}

/** The caller of a generation, and the place of its result. */
type Origin = Pick<NewGeneration, 'id' | 'target' | 'task' | 'userId' | 'requestId' | 'endpoint'> &
  Partial<
    Pick<
      NewGeneration,
      | 'applicationId'
      | 'apiKeyId'
      | 'requestHash'
      | 'conversationId'
      | 'promptMessageId'
      | 'oldestMessageId'
      | 'picturesFromId'
      | 'replyMessageId'
      | 'parameters'
      | 'omittedMessages'
      | 'prefixText'
    >
  >;

/**
 * Builds the plan of a priced request, which adds nothing to a conversation yet.
 * @param key the key whose caps it counts against, or null
 */
export function toPlan(
  { candidates, routing, request, delivery, choices, asked, ownKey = false }: PricedAsk,
  origin: Origin,
  key: Plan['key'],
): Plan {
  const highest = highestEstimate(candidates);
  const estimate = ownKey ? freeEstimate(highest) : highest;
  const [{ offer: first }] = candidates as [PricedCandidate];
  return {
    append: null,
    key,
    estimate,
    firstStep: ownKey ? null : firstStepOf(candidates, { delivery, choices }),
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
      request: request && JSON.stringify(request),
      ownKey,
      asked,
    }),
  };
}

/**
 * Routes and prices a call of the public API. Writes nothing.
 * @throws AppError for every call that cannot be admitted
 */
export async function planCall(call: ApiCall, at = new Date()): Promise<Plan> {
  const origin = {
    id: call.generationId,
    target: call.target,
    task: call.task,
    userId: call.userId,
    applicationId: call.key.applicationId,
    apiKeyId: call.key.id,
    requestId: call.requestId,
    requestHash: call.requestHash,
    endpoint: 'api',
  };
  return toPlan(await priceAsk(call, at), origin, call.key);
}
