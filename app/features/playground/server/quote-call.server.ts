import { z } from 'zod';
import { MAX_PROMPT_FILES } from '#app/contracts/files/file-types.ts';
import { optionsFor, playgroundOptions, type PlaygroundOptions } from '#app/contracts/playground/options.ts';
import {
  MAX_PAIRS,
  OUTPUTS,
  type Output,
  type Pair,
  type PairQuote,
} from '#app/contracts/playground/playground.ts';
import { findInputs } from '#app/core/generation/plan/files.ts';
import { quotePrompt } from '#app/core/generation/plan/cell.ts';
import { imageReader } from '#app/core/generation/plan/question.ts';
import { consumeQuota } from '#app/core/limits/quotas.ts';
import { takeQuoteSlot } from '#app/core/limits/quote-slots.ts';
import { findPlayground } from '#app/core/playground/playgrounds.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { assertNotEmpty, pairNamed, readPrompt, type PlaygroundForm } from './prompt-form.server.ts';

const body = z.object({
  conversationId: z.string().max(64).nullable(),
  text: z.string(),
  output: z.enum(OUTPUTS),
  pairs: z.array(z.string().max(201)).min(1).max(MAX_PAIRS),
  files: z.array(z.string().max(64)).max(MAX_PROMPT_FILES).optional(),
  options: playgroundOptions.nullish(),
});

/**
 * POST /api/playground/quote: returns the max cost of a prompt for each pair, and the pairs that would reject
 * it. Writes nothing.
 */
export const playgroundQuoteCall = endpoint(
  { auth: 'user', counts: 'quote', body },
  async ({ user, body: { conversationId: playgroundId, text, output, pairs, files = [], options } }) => {
    const userId = user.id;
    if (playgroundId !== null) await findPlayground(AUTOCOMMIT, { userId, playgroundId });
    return {
      pairs: await quotePairs({
        userId,
        playgroundId,
        pairs: [...new Set(pairs)].map(pairNamed),
        text: text.trim(),
        output,
        files,
        options: optionsFor(output, options ?? {}),
      }),
    };
  },
);

interface QuoteQuery {
  userId: string;
  /** The conversation, whose owner the caller has checked; null for a new one. */
  playgroundId: string | null;
  pairs: readonly Pair[];
  text: string;
  output: Output;
  /** Ids of uploaded files. */
  files: readonly string[];
  options: PlaygroundOptions;
}

/**
 * Returns the max cost of a prompt for each pair, and the pairs that would reject it. Writes nothing.
 * @throws AppError that names `files`
 */
async function quotePairs({ pairs, ...query }: QuoteQuery): Promise<PairQuote[]> {
  const files = await findInputs(query);
  return quotePrompt({ ...query, files, readOnce: imageReader() }, pairs);
}

/**
 * Quotes the prompt of a form that was sent without scripts; counts against the limits like an API quote.
 * @throws AppError that names the field; message_limit
 */
export async function quoteForm({
  userId,
  address,
  playgroundId,
  form,
}: PlaygroundForm): Promise<PairQuote[]> {
  await consumeQuota({ userId, keyId: null, address, isQuote: true });
  const endQuote = takeQuoteSlot(userId);
  try {
    const prompt = readPrompt(form);
    // The cost of images and videos does not depend on their prompt.
    if (prompt.output === 'text') assertNotEmpty(prompt);
    return await quotePairs({ userId, playgroundId, ...prompt });
  } finally {
    endQuote();
  }
}
