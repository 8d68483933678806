import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { countTokens } from '#app/core/catalogue/count-tokens.ts';
import { counted } from '#app/core/platform/metrics.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { announceEnd } from '#app/core/generation/settle/announce-end.ts';
import { candidatesOf, longestOf, servedBy } from '#app/core/generation/record/candidates-of.ts';
import { chargeFor } from '#app/core/generation/settle/charge.ts';
import { emptyReasonOf } from './empty-answer.ts';
import type { Prompt } from '#app/core/generation/load/load-prompt.ts';
import { outcomeOf } from '#app/core/generation/settle/outcome.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import type { Ending } from '#app/core/generation/settle/ending.ts';
import { sentPrompt } from '#app/core/generation/load/sent-prompt.ts';
import { settleUntilDone } from '#app/core/generation/settle/settle-until-done.ts';
import { cleanTitle, planTitle } from '#app/core/generation/settle/title.ts';
import type { WorkerContext } from './worker-context.ts';

/**
 * Books the end of a run and tells its readers. Does nothing when the run belongs to somebody else.
 * @param error what ended its provider's stream before its time, or null
 */
export async function concludeRun(
  reply: RunningReply,
  prompt: Prompt,
  error: unknown,
  worker: WorkerContext,
): Promise<void> {
  // Published first, settled then: a settle would take the processor from those who bring the words to their readers.
  await worker.writer.published();
  const { attempt, thinking, server, finishReason } = reply;
  const generation = servedBy(reply.generation, server);
  const sent = sentPrompt(prompt, server);
  const outcome = outcomeOf({ finishReason, error, emptyReason: emptyReason(reply, sent) }, reply);
  if (!outcome) return;
  const { tokenizer } = await readEntry(AUTOCOMMIT, generation.model);
  const ownText = reply.text.slice(generation.prefixText?.length ?? 0) + reply.asides;
  const { usage, isUsageBehind } = reply;
  const charge = await chargeFor(
    outcome.chargeReason,
    async () => ({ prompt: sent, text: ownText, thinking, usage, isUsageBehind, tokenizer }),
    generation,
  );
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
  if (!settlement) return counted.fencedWrites.settle.inc();
  await announceEnd(reply, ending, settlement, worker.writer);
}

function emptyReason({ generation, server, finishReasons, usage }: RunningReply, sent: Prompt) {
  const reasons = Object.values(finishReasons);
  return emptyReasonOf(
    { reasons, usage },
    sent,
    longestOf(generation, server ?? candidatesOf(generation)[0]),
  );
}
