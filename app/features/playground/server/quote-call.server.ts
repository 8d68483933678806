import { z } from 'zod';
import { PROMPT_FILES_MOST } from '#app/contracts/files/file-types.ts';
import { optionsFor, playgroundOptions } from '#app/contracts/playground/options.ts';
import { MOST_PAIRS, OUTPUTS } from '#app/contracts/playground/playground.ts';
import { findPlayground } from '#app/core/playground/playgrounds.ts';
import { endpoint } from '#app/http/api/api-route.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { quoteAsked } from './quote.server.ts';
import { pairNamed } from './send.server.ts';

const body = z.object({
  conversationId: z.string().max(64).nullable(),
  text: z.string(),
  output: z.enum(OUTPUTS),
  pairs: z.array(z.string().max(201)).min(1).max(MOST_PAIRS),
  files: z.array(z.string().max(64)).max(PROMPT_FILES_MOST).optional(),
  options: playgroundOptions.nullish(),
});

/** POST /api/playground/quote: what a prompt would cost at most, pair by pair, and who would not take it. Nothing is written. */
export const playgroundQuoteCall = endpoint(
  { auth: 'user', counts: 'quote', body },
  async ({ user, body: { conversationId: playgroundId, text, output, pairs, files = [], options } }) => {
    const userId = user.id;
    if (playgroundId !== null) await findPlayground(AUTOCOMMIT, { userId, playgroundId });
    return {
      pairs: await quoteAsked({
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
