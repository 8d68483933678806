import { setImmediate as turn } from 'node:timers/promises';
import type { SnippetPart } from '#app/contracts/search.ts';
import { errorFacts } from '#app/core/platform/log-facts.ts';
import { logger } from '#app/core/platform/logger.ts';
import { createThreadPool, threadEntry } from '#app/core/platform/threads/thread-pool.ts';
import { findMatch } from './tokens/match.ts';
import { messageTokens, type MessageTokens } from './tokens/message-tokens.ts';

/** Longer texts are processed in a thread; a text of this length takes a few milliseconds. */
const MAX_INLINE = 20_000;

/** Processor time in milliseconds for one text. One of the max length takes about half of it. */
const TEXT_MS = 2000;

type Work = { task: 'tokens'; text: string } | { task: 'match'; text: string; literals: string[] };

type Result = MessageTokens | SnippetPart[] | null;

/** The work of the thread. */
export function processText(work: Work): Result {
  return work.task === 'tokens' ? messageTokens(work.text) : findMatch(work.text, work.literals);
}

/** Owners take turns at it, so that long texts of one account do not delay those of others. */
const pool = createThreadPool<Work, Result>({
  entry: threadEntry(import.meta.url, './search-thread.ts'),
  threads: 2,
});

/**
 * The tokens of a message. A text that takes too long has none.
 * @param owner id of its account
 * @returns null if too many texts of the account wait: to be tried again
 */
export async function tokensOf(owner: string, text: string): Promise<MessageTokens | null> {
  if (text.length <= MAX_INLINE) {
    await turn();
    return messageTokens(text);
  }
  const end = await pool.run({ owner, input: { task: 'tokens', text }, budgetMs: TEXT_MS });
  if (end.state === 'done') return end.output as MessageTokens;
  if (end.state === 'busy') return null;
  if (end.state === 'failed') logger().error(errorFacts(end.error), 'a message could not be indexed');
  return { tokens: [], isCut: true };
}

/**
 * The matching place of a message; null if it does not match, or takes too long to compare.
 * @param owner id of its account
 */
export async function matchOf(
  owner: string,
  text: string,
  literals: string[],
): Promise<SnippetPart[] | null> {
  if (text.length <= MAX_INLINE) return findMatch(text, literals);
  const end = await pool.run({ owner, input: { task: 'match', text, literals }, budgetMs: TEXT_MS });
  if (end.state === 'failed') logger().error(errorFacts(end.error), 'a message could not be compared');
  return end.state === 'done' ? (end.output as SnippetPart[] | null) : null;
}
