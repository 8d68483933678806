import { trimEnd } from '#app/contracts/trim-end.ts';
import { cheapestOffers } from '#app/core/catalogue/cheapest-offers.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { logger } from '#app/core/platform/logger.ts';
import { newId } from '#app/core/platform/ids.ts';
import { knownHealth } from '#app/core/routing/health/known-health.ts';
import { healthyFirst } from '#app/core/routing/order-offers.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { candidateOf } from '#app/core/generation/record/candidate.ts';
import type { Ending } from './ending.ts';
import type { NewGeneration } from '#app/core/generation/admit/insert.ts';
import type { Generation } from '#app/core/generation/record/row.ts';

const MOST_TOKENS = 64;
const MOST_CHARACTERS = 80;
/** A title is not worth more tries. */
const MOST_OFFERS = 3;

/**
 * The title of a conversation after its first reply: asked for once, of the cheapest offers that work, paid by the house.
 * @returns null when no model can be had for it; the first words of the message stay then.
 */
export async function planTitle(reply: Generation): Promise<NewGeneration | null> {
  if (reply.kind !== 'chat' || !reply.conversationId || !reply.promptMessageId) return null;
  try {
    const [health, cheapest] = await Promise.all([knownHealth(), cheapestOffers(AUTOCOMMIT)]);
    const route = healthyFirst(cheapest, health, new Date()).slice(0, MOST_OFFERS);
    const [first] = route;
    if (!first) return null;
    const { endpoint } = await readEntry(AUTOCOMMIT, first.modelId);
    return {
      id: newId(),
      kind: 'title',
      userId: reply.userId,
      accountId: null,
      applicationId: null,
      requestId: reply.requestId,
      conversationId: reply.conversationId,
      promptMessageId: reply.promptMessageId,
      oldestMessageId: reply.promptMessageId,
      replyMessageId: reply.replyMessageId,
      endpoint: endpoint ?? reply.endpoint,
      provider: first.provider,
      model: first.modelId,
      upstreamModel: first.upstreamModel,
      parameters: {},
      priceId: first.price.id,
      heldMicro: 0n,
      maxOutputTokens: MOST_TOKENS,
      capLowered: false,
      estimatedPromptTokens: 0,
      omittedMessages: 0,
      prefixText: null,
      route: route.map((offer) => candidateOf(offer, { maxOutputTokens: MOST_TOKENS, leftOut: [] })),
      delivery: 'stream',
      request: null,
      apiKeyId: null,
      requestHash: null,
    };
  } catch (error) {
    logger().warn({ generationId: reply.id, error: (error as Error).message }, 'no title');
    return null;
  }
}

/** Whether a title came out: of thoughts alone there is none. */
export function hasTitle({ state, text }: Pick<Ending, 'state' | 'text'>): boolean {
  return state === 'done' && text !== '';
}

/** One line without the quotation marks, headings and full stops that models like to add. */
export function cleanTitle(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  const bare = line.replace(/^(title\s*:|#+)\s*/i, '').replace(/^["'“”«»「*]+/, '');
  return trimEnd(bare, `"'“”«»」*.。`).trim().slice(0, MOST_CHARACTERS);
}
