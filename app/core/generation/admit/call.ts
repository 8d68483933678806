import { storeRequest, withdrawRequest } from '#app/core/call-contents/call-contents.ts';
import { planCall } from '#app/core/generation/plan/plan.ts';
import { openCallReader, replayAnswer, type CallReader } from '#app/core/generation/stream/call-reader.ts';
import { bodyAsSent, type AdmittedCall, type ApiCall } from '#app/core/targets/api-call.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { admit } from './admit.ts';
import { adoptRun, findNamedRepeat, findOrdered, idempotentCallOf, type Repeat } from './repeats.ts';

/** An open or repeated call, and the reader of its answer. */
export interface OpenCall extends AdmittedCall {
  reader: CallReader;
}

/**
 * Opens a call of the public API: admits it, or reads the run that the same call began before. The caller
 * closes the reader.
 * @throws AppError as `admitCall`, and conflict for an Idempotency-Key that was used with another body
 */
export async function openCall(call: ApiCall): Promise<OpenCall> {
  const { repeat, replaces } = await findNamedRepeat(call);
  const earlier = repeat ?? (call.idempotencyKeyHash === null ? await adoptRun(call) : null);
  if (earlier) return readRepeat(earlier);
  // Registered before the call is admitted, so that it misses no output.
  const reader = openCallReader(call.generationId);
  try {
    const admitted = await admitCall(call, { replaces, beforeEnqueue: () => reader.noteEmptyLog() });
    if (!admitted.isRepeat) return Object.assign(admitted, { reader });
    reader.close();
    return await readRepeat({ generationId: admitted.generationId, storedAnswer: null });
  } catch (error) {
    reader.close();
    throw error;
  }
}

/** A call whose result is fetched by its id, new or repeated. */
export interface OrderedCall {
  generationId: string;
  isRepeat: boolean;
}

/**
 * Admits a call without a reader, or finds the generation that the same call began before, in any state.
 * @throws AppError as `admitCall`, and conflict for an Idempotency-Key that was used with another body
 */
export async function orderCall(call: ApiCall): Promise<OrderedCall> {
  const { earlier, replaces } = await findOrdered(call);
  if (earlier !== null) return { generationId: earlier, isRepeat: true };
  const adopted = call.idempotencyKeyHash === null ? await adoptRun(call) : null;
  if (adopted) return { generationId: adopted.generationId, isRepeat: true };
  return admitCall(call, { replaces });
}

interface StoredFacts {
  held_micro: string;
  max_output_tokens: number;
  estimated_prompt_tokens: number;
  cap_lowered: number;
}

async function readRepeat({ generationId, storedAnswer }: Repeat): Promise<OpenCall> {
  const row = await selectRow<StoredFacts>(
    AUTOCOMMIT,
    'SELECT held_micro, max_output_tokens, estimated_prompt_tokens, cap_lowered FROM generations WHERE id = ?',
    [generationId],
  );
  return {
    generationId,
    isRepeat: true,
    heldMicro: BigInt(row?.held_micro ?? 0),
    maxOutputTokens: row?.max_output_tokens ?? 0,
    promptTokens: row?.estimated_prompt_tokens ?? 0,
    capLowered: row?.cap_lowered === 1,
    reader: storedAnswer ? replayAnswer(storedAnswer) : openCallReader(generationId),
  };
}

/**
 * Admits a call of the public API: stored, paid for, and enqueued when this returns. Its reader is registered
 * by then (`openCall`).
 * @param replaces the generation of an earlier call with this Idempotency-Key that left no answer
 * @param beforeEnqueue called when the call is stored, before any worker can begin it
 * @throws AppError token_balance with `needed` and `available`, key_cap, model_not_found, forbidden,
 *   invalid_request with the field, context_length, unsupported_modality, price_unknown, no_provider
 */
export async function admitCall(
  call: ApiCall,
  { replaces = null, beforeEnqueue }: { replaces?: string | null; beforeEnqueue?: () => void } = {},
): Promise<AdmittedCall> {
  const plan = await planCall(call);
  plan.beforeEnqueue = beforeEnqueue;
  const named = idempotentCallOf(call);
  if (named) {
    plan.generation.keepsAnswer = true;
    plan.idempotency = { ...named, generationId: call.generationId, replaces };
  }
  const stored = { id: call.generationId, userId: call.userId };
  if (call.storesContent) {
    plan.generation.storesContent = true;
    // Before the row, which says that it exists.
    await storeRequest(stored, JSON.stringify(bodyAsSent(call)));
  }
  const withdraw = async () => {
    if (call.storesContent) await withdrawRequest(stored);
  };
  const { generationId, granted } = await admit(plan).catch(async (error: unknown) => {
    await withdraw();
    throw error;
  });
  const isRepeat = generationId !== call.generationId;
  if (isRepeat) await withdraw();
  const { heldMicro, maxOutputTokens, capLowered, estimatedPromptTokens } = granted ?? plan.generation;
  const promptTokens = estimatedPromptTokens;
  return { generationId, isRepeat, heldMicro, maxOutputTokens, promptTokens, capLowered };
}
