import type { PlaygroundOptions } from '#app/contracts/playground/options.ts';
import type { Output, Pair } from '#app/contracts/playground/playground.ts';
import type { PairQuote } from '#app/contracts/playground/quote.ts';
import { quotePrompt } from '#app/core/generation/admit/question-price.ts';
import { findInputs } from '#app/core/generation/admit/files.ts';
import { pictureReader } from '#app/core/generation/admit/question.ts';
import { consumeQuota } from '#app/core/limits/quotas.ts';
import { takeQuoteSlot } from '#app/core/limits/quote-slots.ts';
import type { Act } from './act.server.ts';
import { assertSaysSomething, readPrompt } from './send.server.ts';

interface Asked {
  userId: string;
  /** The conversation, which the caller has checked to be the user's; null for a new one. */
  playgroundId: string | null;
  pairs: readonly Pair[];
  text: string;
  output: Output;
  /** Ids of uploaded files. */
  files: readonly string[];
  options: PlaygroundOptions;
}

/**
 * What a prompt would cost at most, pair by pair, and who would not take it. Nothing is written.
 * @throws AppError naming `files`
 */
export async function quoteAsked({ pairs, ...asked }: Asked): Promise<PairQuote[]> {
  const files = await findInputs(asked);
  return quotePrompt({ ...asked, files, readOnce: pictureReader() }, pairs);
}

/**
 * Prices the prompt of a form that was sent without scripts, and counts against the limits as a call for it does.
 * @throws AppError that names the field; message_limit
 */
export async function quoteForm({ userId, address, playgroundId, form }: Act): Promise<PairQuote[]> {
  await consumeQuota({ userId, keyId: null, address, isQuote: true });
  const endQuote = takeQuoteSlot(userId);
  try {
    const prompt = readPrompt(form);
    // What pictures and videos cost does not hang on their words.
    if (prompt.output === 'text') assertSaysSomething(prompt);
    return await quoteAsked({ userId, playgroundId, ...prompt });
  } finally {
    endQuote();
  }
}
