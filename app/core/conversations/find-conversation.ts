import { AppError } from '#app/contracts/errors.ts';
import { isId } from '#app/core/platform/ids.ts';
import { Conversation } from '#db/models/conversations.ts';
import type { Autocommit } from '#db/transaction.ts';

/**
 * A conversation of this user.
 * @throws AppError not_found for an id that is unknown, malformed or somebody else's: the three look alike.
 */
export async function findConversation(
  tx: Autocommit,
  { userId, conversationId }: { userId: string; conversationId: string },
): Promise<Conversation> {
  const found = isId(conversationId)
    ? await Conversation.findOne({ where: { id: conversationId, userId }, transaction: tx })
    : null;
  if (!found) throw new AppError('not_found', { param: 'conversationId' });
  return found;
}
