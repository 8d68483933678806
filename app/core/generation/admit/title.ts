import { cheapestOffers } from '#app/core/catalogue/offers.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { lockConversations } from '#app/core/conversations/messages/append.ts';
import { isTemporary } from '#app/core/conversations/temporary.ts';
import { candidateOf, type Candidate } from '#app/core/generation/record/candidate.ts';
import {
  candidatesOf,
  GENERATION_COLUMNS,
  newGeneration,
  toGeneration,
  type Generation,
  type GenerationRow,
  type NewGeneration,
} from '#app/core/generation/record/row.ts';
import { newId } from '#app/core/platform/ids.ts';
import { enqueue } from '#app/core/queue/enqueue.ts';
import { knownHealth } from '#app/core/routing/health/known-health.ts';
import { healthyFirst } from '#app/core/routing/offer-order.ts';
import { runPayload } from '#app/core/targets/table.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { insertGenerations } from './insert.ts';

const MAX_TOKENS = 64;
/** A title is not worth more attempts. */
const MAX_OFFERS = 3;

/**
 * Admits the title of a conversation whose first message was answered: from the cheapest healthy offers, paid
 * by the operator; with the user's own key, from the offer that answered. Once for each conversation, however
 * often its first message is answered. If no model is available, and in a temporary chat, the start of the message
 * remains the title.
 * @param generationId the reply
 */
export async function admitTitle(generationId: string): Promise<void> {
  const row = await selectRow<GenerationRow>(
    AUTOCOMMIT,
    `SELECT ${GENERATION_COLUMNS} FROM generations WHERE id = ?`,
    [generationId],
  );
  const title = row && (await planTitle(toGeneration(row)));
  if (!title?.conversationId) return;
  const { conversationId } = title;
  const isNew = await transaction(async (tx) => {
    await lockConversations(tx, [conversationId]);
    const known = await selectRow(
      tx,
      `SELECT id FROM generations WHERE target = 'title' AND conversation_id = ? LIMIT 1`,
      [conversationId],
    );
    if (!known) await insertGenerations(tx, [title]);
    return !known;
  });
  if (isNew) enqueue(taskOf(title).queue, runPayload(title, 1));
}

async function planTitle(reply: Generation): Promise<NewGeneration | null> {
  const route = reply.ownKey ? routeOnOwnKey(reply) : await cheapestRoute();
  const [first] = route;
  if (!first || !reply.conversationId || !reply.promptMessageId) return null;
  if (await isTemporary(AUTOCOMMIT, reply.conversationId)) return null;
  const { endpoint } = await readEntry(AUTOCOMMIT, first.model);
  return newGeneration({
    id: newId(),
    target: 'title',
    task: 'chat',
    userId: reply.userId,
    requestId: reply.requestId,
    conversationId: reply.conversationId,
    promptMessageId: reply.promptMessageId,
    oldestMessageId: reply.promptMessageId,
    replyMessageId: reply.replyMessageId,
    endpoint: reply.ownKey ? reply.endpoint : (endpoint ?? reply.endpoint),
    provider: first.provider,
    model: first.model,
    upstreamModel: first.upstreamModel,
    priceId: first.priceId,
    maxOutputTokens: MAX_TOKENS,
    estimatedPromptTokens: 0,
    route,
    delivery: 'stream',
    ownKey: reply.ownKey,
  });
}

async function cheapestRoute(): Promise<Candidate[]> {
  const [health, cheapest] = await Promise.all([knownHealth(), cheapestOffers(AUTOCOMMIT)]);
  return healthyFirst(cheapest, health, new Date())
    .slice(0, MAX_OFFERS)
    .map((offer) => candidateOf(offer, { maxOutputTokens: MAX_TOKENS, leftOut: [] }));
}

/**
 * Text that was sent with the user's own key goes to no other provider: the offer that answered is called.
 */
function routeOnOwnKey(reply: Generation): Candidate[] {
  return candidatesOf(reply)
    .filter(({ offerId }) => reply.offerId === null || offerId === reply.offerId)
    .map((candidate) => ({ ...candidate, maxOutputTokens: MAX_TOKENS, leftOut: [] }));
}
