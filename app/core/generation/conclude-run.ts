import type { FinishReason } from '#app/contracts/generation.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { countTokens } from '#app/core/catalogue/count-tokens.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { announceEnd } from './announce-end.ts';
import { chargeFor } from './charge.ts';
import type { Prompt } from './load-prompt.ts';
import { outcomeOf, type StreamResult } from './outcome.ts';
import type { Generation } from './row.ts';
import type { RunningReply } from './running-reply.ts';
import type { Ending } from './ending.ts';
import { settleUntilDone } from './settle-until-done.ts';
import { cleanTitle, planTitle } from './title.ts';
import type { WorkerContext } from './worker-context.ts';

/** Books the end of a run and tells its readers. Does nothing when the run belongs to somebody else. */
export async function concludeRun(
  reply: RunningReply,
  prompt: Prompt,
  result: StreamResult,
  worker: WorkerContext,
): Promise<void> {
  // Words come before books, which would take the processor from those who bring them to their readers.
  await worker.writer.published();
  const { attempt, thinking, vectors } = reply;
  const generation = servedGeneration(reply);
  const ownText = reply.text.slice(generation.prefixText?.length ?? 0) + reply.asides;
  const outcome = outcomeOf(
    { finishReason: finishReasonOf(reply, prompt), error: result.error },
    reply.hasWords,
  );
  if (!outcome) return;
  const { tokenizer } = await readEntry(AUTOCOMMIT, generation.model);
  const produced = { prompt, text: ownText, thinking, vectors, usage: result.usage, tokenizer };
  const charge = await chargeFor(produced, generation);
  const ending: Ending = {
    generation,
    attempt,
    from: 'running',
    ...outcome,
    ...charge,
    text: generation.kind === 'title' ? cleanTitle(reply.text) : reply.text,
    thinking,
    // A reply that goes on counts what it said before, too.
    textTokens: reply.text === ownText ? (charge.textTokens ?? 0) : await countTokens(reply.text, tokenizer),
    firstTokenAt: reply.firstTokenAt,
    finishReasons: reply.finishReasons.length > 1 ? reply.finishReasons : undefined,
    attempts: reply.attempts,
    answer: generation.keepsAnswer && outcome.state === 'done' ? reply.allEntries() : undefined,
    follow: prompt.isFirst && outcome.state === 'done' ? await planTitle(generation) : null,
  };
  const settlement = await settleUntilDone(ending);
  if (!settlement) return;
  await announceEnd(reply, ending, settlement, worker.writer);
}

/**
 * The generation with the offer that answered in the place of the one it was admitted with. Written into it: a copy with
 * a spread is a dictionary to V8, which is read slowly ever after.
 */
function servedGeneration({ generation, servedBy }: RunningReply): Generation {
  if (!servedBy) return generation;
  const { offerId, model, provider, upstreamModel, priceId } = servedBy;
  return Object.assign(generation, { offerId, model, provider, upstreamModel, priceId });
}

/** The first choice's reason; null while any choice that was asked for has none: the stream was cut. */
function finishReasonOf({ finishReasons }: RunningReply, { options }: Prompt): FinishReason | null {
  const [first] = finishReasons;
  const ended = Object.keys(finishReasons).length;
  return first && ended >= (options.n ?? 1) ? first : null;
}
