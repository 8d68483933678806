import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { admitCall } from './admit-call.ts';
import type { AdmittedCall, ApiCall } from '#app/core/targets/api-call.ts';
import { adoptRun, findNamedRepeat, findOrdered, type Repeat } from './find-repeat.ts';
import { openCallReader, replayAnswer, type CallReader } from '#app/core/generation/stream/read-call.ts';

/** A call under way, or one that was there before, and the reader of its answer. */
export interface OpenCall extends AdmittedCall {
  reader: CallReader;
}

/**
 * Answers a call of the public API: takes it on, or reads along with the run that the same call began before. The
 * caller closes the reader.
 * @throws AppError as `admitCall`, and conflict for an Idempotency-Key that came with another body
 */
export async function openCall(call: ApiCall): Promise<OpenCall> {
  const { repeat, replaces } = await findNamedRepeat(call);
  const earlier = repeat ?? (call.idempotencyKeyHash === null ? await adoptRun(call) : null);
  if (earlier) return readAgain(earlier);
  // There before the call is admitted, so that no word slips by.
  const reader = openCallReader(call.generationId);
  try {
    const admitted = await admitCall(call, { replaces, beforeEnqueue: () => reader.noteSilence() });
    if (!admitted.isRepeat) return Object.assign(admitted, { reader });
    reader.close();
    return await readAgain({ generationId: admitted.generationId, kept: null });
  } catch (error) {
    reader.close();
    throw error;
  }
}

/** A call that was ordered, to be asked for by its id, or that was there before. */
export interface OrderedCall {
  generationId: string;
  isRepeat: boolean;
}

/**
 * Takes a call on that nobody reads, or finds the one that the same call began before, whatever has become of it.
 * @throws AppError as `admitCall`, and conflict for an Idempotency-Key that came with another body
 */
export async function orderCall(call: ApiCall): Promise<OrderedCall> {
  const { earlier, replaces } = await findOrdered(call);
  if (earlier !== null) return { generationId: earlier, isRepeat: true };
  const adopted = call.idempotencyKeyHash === null ? await adoptRun(call) : null;
  if (adopted) return { generationId: adopted.generationId, isRepeat: true };
  return admitCall(call, { replaces });
}

interface KeptFacts {
  held_micro: string;
  max_output_tokens: number;
  estimated_prompt_tokens: number;
  cap_lowered: number;
}

async function readAgain({ generationId, kept }: Repeat): Promise<OpenCall> {
  const row = await selectRow<KeptFacts>(
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
    reader: kept ? replayAnswer(kept) : openCallReader(generationId),
  };
}
