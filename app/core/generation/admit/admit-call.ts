import { storeRequest, withdrawRequest } from '#app/core/call-contents/call-contents.ts';
import { discardRequests, keepRequest } from '#app/core/generation/record/request-file.ts';
import { bodyAsSent, type AdmittedCall, type ApiCall } from '#app/core/targets/api-call.ts';
import { admitInBatch } from './admit-batch.ts';
import { idempotentCallOf } from './find-repeat.ts';
import { payingAccount } from './paying-account.ts';
import { planCall } from './plan-call.ts';

/**
 * Takes a call of the public API on: stored, paid for, and on its way when this returns. Its reader is
 * registered by then (open-call.ts).
 * @param replaces the generation of an earlier call with this Idempotency-Key that left no answer
 * @param beforeEnqueue called when the call is stored, before anybody can begin to answer it
 * @throws AppError token_balance with `needed` and `available`, key_cap, model_not_found, forbidden,
 *   invalid_request with the field, context_length, unsupported_modality, price_unknown, no_provider
 */
export async function admitCall(
  call: ApiCall,
  { replaces = null, beforeEnqueue }: { replaces?: string | null; beforeEnqueue?: () => void } = {},
): Promise<AdmittedCall> {
  const plan = await planCall(call);
  plan.generation.accountId = await payingAccount(plan);
  plan.beforeEnqueue = beforeEnqueue;
  const named = idempotentCallOf(call);
  if (named) {
    plan.generation.keepsAnswer = true;
    plan.idempotency = { ...named, generationId: call.generationId, replaces };
  }
  // Before the row, which must never point to nothing.
  plan.generation.request = await keepRequest(plan.generation);
  const stored = { id: call.generationId, userId: call.userId };
  if (call.keepsContent) {
    plan.generation.storesContent = true;
    await storeRequest(stored, JSON.stringify(bodyAsSent(call)));
  }
  const discard = async () => {
    await discardRequests([plan.generation.request]);
    if (call.keepsContent) await withdrawRequest(stored);
  };
  const { generationId, granted } = await admitInBatch(plan).catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  const isRepeat = generationId !== call.generationId;
  if (isRepeat) await discard();
  const { heldMicro, maxOutputTokens, capLowered, estimatedPromptTokens } = granted ?? plan.generation;
  const promptTokens = estimatedPromptTokens;
  return { generationId, isRepeat, heldMicro, maxOutputTokens, promptTokens, capLowered };
}
