import { beforeAll, expect, it } from 'vitest';
import { newId } from '#app/core/platform/ids.ts';
import { findMessages } from '#app/core/search/find-messages.ts';
import { updateIndex } from '#app/core/search/indexing.ts';
import { makeConversation, makeLongBranch } from '#tests/fixtures/conversation.ts';

const userId = newId();
const COUNT = 4600;

/** Words that most messages have, few, only old ones, and never two of them together. */
function textOf(number: number): string {
  const parity = number % 2 === 0 ? 'even' : 'odd';
  const old = number <= 2000 ? `old${number % 90}` : '';
  return `all ${parity} third${number % 3} many${number % 200} ${old} ${number % 1000 === 7 ? 'seldom' : ''}`;
}

let ids: string[];

beforeAll(async () => {
  ids = await makeLongBranch(await makeConversation(userId), COUNT, textOf);
  await updateIndex(new AbortController().signal);
});

async function allPages(query: string): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = null; ;) {
    const { messages, next } = await findMessages({ userId, query, cursor });
    found.push(...messages.map(({ messageId }) => messageId));
    if (next === null) return found;
    cursor = next;
  }
}

/** The messages with all words of a query; the last one is a beginning unless a space follows it. */
function expected(query: string): string[] {
  const words = query.trim().split(' ');
  const beginning = query.endsWith(' ') ? null : words.pop()!;
  return ids
    .filter((_, index) => {
      const text = textOf(index + 1).split(' ');
      const hasWords = words.every((word) => text.includes(word));
      return hasWords && (beginning === null || text.some((word) => word.startsWith(beginning)));
    })
    .toReversed();
}

it.for([
  ['two words that many messages share', 'even third1 '],
  ['two words that never meet', 'even odd '],
  ['three words', 'all odd third2 '],
  ['a word and a beginning of few words', 'odd third'],
  ['a word and a beginning of many words', 'even many'],
  ['a word and a beginning that never meet', 'seldom many1'],
  ['a common word and a seldom one', 'odd seldom '],
  ['a beginning of many words', 'ma'],
  ['a beginning of many words that old messages have', 'ol'],
  ['a word and a beginning of many words that old messages have', 'odd ol'],
])('finds the same as a comparison of all messages: %s', async ([, query]) => {
  expect(await allPages(query!)).toEqual(expected(query!));
});
