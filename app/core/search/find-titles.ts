import { SEARCH_MAX, type FoundTitle } from '#app/contracts/search.ts';
import { listConversations, listTitles } from '#app/core/conversations/conversations.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { isMatch } from './tokens/match.ts';
import type { Reading } from './tokens/query.ts';

/** The chats whose titles are compared: the ones that were used last. Older ones are found by the database. */
const COMPARED = 1000;

/** Max titles of a result. */
const MAX_TITLES = 5;

/**
 * Finds chats by their title, last used first. The titles have no index: they are short, and those of the newest
 * chats are compared one by one.
 */
export async function findTitles(
  userId: string,
  query: string,
  readings: readonly Reading[],
): Promise<FoundTitle[]> {
  const titles = await listTitles(AUTOCOMMIT, { userId, max: COMPARED });
  for (const { literals } of readings) {
    const found = titles.filter(({ title }) => isMatch(title, literals)).slice(0, MAX_TITLES);
    if (found.length > 0) return found;
  }
  if (titles.length < COMPARED) return [];
  const search = query.trim().slice(0, SEARCH_MAX);
  const older = await listConversations(AUTOCOMMIT, { userId, place: 'all', limit: MAX_TITLES, search });
  return older.conversations.map(({ conversationId, title, archived, updatedAt }) => ({
    conversationId,
    title,
    archived,
    updatedAt,
  }));
}
