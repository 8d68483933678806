import { trimEnd } from '#app/contracts/trim-end.ts';
import type { PromptMessage } from '#app/contracts/completion.ts';
import { cheapestOffers } from '#app/core/catalogue/cheapest-offers.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { readReplyText } from '#app/core/conversations/read-reply-text.ts';
import { logger } from '#app/core/platform/logger.ts';
import { newId } from '#app/core/platform/ids.ts';
import { knownHealth } from '#app/core/routing/health/known-health.ts';
import { healthyFirst } from '#app/core/routing/order-offers.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';
import { candidateOf } from './candidate.ts';
import type { Ending } from './ending.ts';
import type { NewGeneration } from './insert.ts';
import type { Generation } from './row.ts';

const INSTRUCTION =
  'Write a title for the conversation below: at most five words, in the language of the user, no quotation marks, no full stop. Answer with the title alone.';
/** The beginning of each turn is enough to name a conversation. */
const EXCERPT = 1500;
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

/** What the model is shown: the first exchange. */
export async function titlePrompt(tx: Tx, generation: Generation): Promise<PromptMessage[]> {
  const [prompt, reply] = await Promise.all(
    [generation.promptMessageId, generation.replyMessageId].map((id) =>
      id ? readReplyText(tx, id) : undefined,
    ),
  );
  const turns = `User: ${prompt?.text.slice(0, EXCERPT) ?? ''}\n\nAssistant: ${reply?.text.slice(0, EXCERPT) ?? ''}`;
  return [
    { role: 'system', content: INSTRUCTION },
    { role: 'user', content: turns },
  ];
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
