import { withConversationFields } from '#app/contracts/chat-fields.ts';
import type { ChatConversation, ChatMessage } from '#app/contracts/chat.ts';
import type { EndpointFacts } from '#app/contracts/endpoints/facts.ts';
import { nameOptions, defaultOptions } from '#app/contracts/endpoints/options.ts';
import { factsOf, type Endpoint } from '#app/contracts/endpoints/table.ts';
import type { SendParameters } from '#app/contracts/send.ts';
import { countBranch } from '#app/core/conversations/ancestors.ts';
import { toChatConversation } from '#app/core/conversations/conversations.ts';
import type { ConversationFields } from '#app/core/conversations/messages/placed-messages.ts';
import { suggestionsOf } from '#app/core/conversations/messages/reply.ts';
import { readStoredOptions } from '#app/core/conversations/setup.ts';
import { shownLeaf } from '#app/core/conversations/shown-branch.ts';
import type { Tx } from '#db/transaction.ts';
import { leftOutOptions } from './options.ts';

/**
 * A conversation with all fields of the specification. The options that its messages are sent with appear
 * under the specification's names; null means that the model does not get the option.
 * @param last its last message, if it was read already
 */
export async function describeConversation(
  tx: Tx,
  found: ConversationFields,
  last?: Pick<ChatMessage, 'messageId' | 'suggestions'>,
): Promise<ChatConversation> {
  const facts = factsOf(found.endpoint);
  const options = readStoredOptions(found.options);
  const leafId = last?.messageId ?? (await shownLeaf(tx, { conversationId: found.id, leafId: found.leafId }));
  const beside = {
    ...(facts &&
      (await optionsInForce(tx, { endpoint: found.endpoint, model: found.model, facts }, options))),
    ...(facts?.hasSession && (await sessionFields(tx, { id: found.id, leafId, options }))),
    suggestions: last?.suggestions ?? (leafId === null ? [] : await suggestionsOf(tx, leafId)),
  };
  const conversation = toChatConversation({
    id: found.id,
    user_id: found.userId,
    title: found.title,
    endpoint: found.endpoint,
    model: found.model,
    pinned_at: found.pinnedAt,
    archived_at: found.archivedAt,
    folder_id: found.folderId,
    expires_at: found.expiresAt,
    created_at: found.createdAt,
    updated_at: found.updatedAt,
  });
  return withConversationFields({ ...beside, ...conversation });
}

/** The options as they reach the model, under the specification's names. */
export async function optionsInForce(
  tx: Tx,
  { endpoint, model, facts }: { endpoint: string; model: string; facts: EndpointFacts },
  options: SendParameters,
): Promise<Record<string, unknown>> {
  const sent = { ...defaultOptions(facts, model), ...options };
  const leftOut = await leftOutOptions(tx, { endpoint: endpoint as Endpoint, model }, sent);
  return nameOptions(facts, model, options, leftOut);
}

/**
 * The fields by which clients of such a service continue. The provider's own session (signature and client) belongs to
 * the operator and is never returned: each turn opens a new one.
 */
async function sessionFields(
  tx: Tx,
  { id, leafId, options }: { id: string; leafId: string | null; options: SendParameters },
) {
  const messages = leafId === null ? 0 : await countBranch(tx, id, leafId);
  return {
    invocationId: 1 + Math.ceil(messages / 2),
    jailbreakConversationId: options.jailbreak ? id : null,
  };
}
