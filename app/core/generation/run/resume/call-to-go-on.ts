import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import { longestOf } from '#app/core/generation/record/candidates-of.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import type { ProviderEvent } from '#app/core/providers/contract.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { GoneOn } from '#app/core/tasks/task.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { watchStream } from '../watch-stream.ts';

/** For white space and the like around the words that are repeated. */
const ROOM = 16;

/**
 * Asks a candidate to go on with an answer: for no more than what is left of its length, and the words that it repeats.
 * @param onTaken hears that it has taken the call
 * @returns null where nothing is left
 */
export async function callToGoOn(
  candidate: Candidate,
  { input, said }: GoneOn,
  { reply, stallMs, onTaken }: { reply: RunningReply; stallMs: number; onTaken: () => void },
): Promise<AsyncIterableIterator<ProviderEvent> | null> {
  const { generation, abort } = reply;
  const { execute } = taskOf(generation);
  const { tokenizer } = await readEntry(AUTOCOMMIT, candidate.model);
  const left = longestOf(generation, candidate) - (await countTokens(reply.plainText ?? '', tokenizer));
  if (!execute || left <= 0) return null;
  const maxOutputTokens = left + (await countTokens(said.tail, tokenizer)) + ROOM;
  return watchStream(
    (signal) => execute(input, { ...candidate, maxOutputTokens }, { generation, signal, onTaken }),
    { signal: abort.signal, stallMs },
  );
}
