import type { ChatConversation } from '#app/contracts/chat.ts';
import { withConversationFields } from '#app/contracts/chat-fields.ts';
import { nameOptions } from '#app/contracts/endpoints/options.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import type { Conversation } from '#db/models/conversations.ts';
import { readKeptOptions } from './conversation-options.ts';
import { toChatConversation } from './conversation-row.ts';

/** A conversation with all that the specification's has; what its messages are sent with stands under its names. */
export function describeConversation(found: Conversation): ChatConversation {
  const facts = factsOf(found.endpoint);
  return withConversationFields({
    ...(facts && nameOptions(facts, found.model, readKeptOptions(found.options))),
    ...toChatConversation({
      id: found.id,
      user_id: found.userId,
      title: found.title,
      endpoint: found.endpoint,
      model: found.model,
      created_at: found.createdAt,
      updated_at: found.updatedAt,
    }),
  });
}
