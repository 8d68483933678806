import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchFilters } from '#app/contracts/search.ts';
import { placeConversation } from '#app/core/conversations/order.ts';
import { newId } from '#app/core/platform/ids.ts';
import { findMessages } from '#app/core/search/find-messages.ts';
import { updateIndex } from '#app/core/search/indexing.ts';
import { transaction } from '#db/transaction.ts';
import { Message } from '#db/models/conversations.ts';
import { makeConversation, makeLongBranch, messageMaker } from '#tests/fixtures/conversation.ts';
import { MEASURED_PAIRS } from '#tests/fixtures/search/language-pairs.ts';

const userId = newId();
const other = newId();
const running = new AbortController().signal;

const idsOf = async (query: string, filters: SearchFilters = {}) => {
  const { messages } = await findMessages({ userId, query, filters });
  return messages.map(({ messageId }) => messageId);
};

/** All pages of a search. */
async function allPages(query: string, filters: SearchFilters = {}): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | null = null; ;) {
    const page = await findMessages({ userId, query, filters, cursor });
    pages.push(page.messages.map(({ messageId }) => messageId));
    if (page.next === null) return pages;
    cursor = page.next;
  }
}

const texts = new Map<string, string>();
let many: string[];

beforeAll(async () => {
  const make = messageMaker(await makeConversation(userId, { title: 'المُدَرِّسَة في Straße' }));
  for (const [, text] of MEASURED_PAIRS) if (!texts.has(text)) texts.set(text, await make({ text }));
  texts.set('code', await make({ text: 'zebra\n```js\nzebra()\n```', reply: true }));
  many = await makeLongBranch(await makeConversation(userId), 2300);
  texts.set('rare', await make({ text: 'a message about axolotls' }));
  await messageMaker(await makeConversation(other, { title: 'axolotls' }))({
    text: 'axolotls of another user',
  });
  await Message.update({ costMicro: '5000' }, { where: { id: texts.get('code')! } });
  await updateIndex(running);
});

describe('a search', () => {
  it('finds what people type, in texts and titles', async () => {
    const missed: string[] = [];
    for (const [, text, query] of MEASURED_PAIRS)
      if (!(await idsOf(query)).includes(texts.get(text)!)) missed.push(`${text}: ${query}`);
    expect(missed).toEqual([]);
    for (const query of ['مدرسة', 'strasse']) {
      const { titles } = await findMessages({ userId, query });
      expect(titles.map(({ title }) => title)).toEqual(['المُدَرِّسَة في Straße']);
    }
  });

  it('pages through all results, newest first, once each', async () => {
    const pages = await allPages('message');
    expect(pages.slice(0, -1).every((page) => page.length === 20)).toBe(true);
    expect(pages.flat()).toEqual([texts.get('rare'), ...many.toReversed()]);
  });

  it('combines common and rare words, and beginnings of words', async () => {
    expect(await idsOf('message axolotls')).toEqual([texts.get('rare')]);
    expect(await idsOf('axolotls message')).toEqual([texts.get('rare')]);
    expect(await idsOf('message 77')).toContain(many[76]);
    expect(await idsOf('message 2299')).toEqual([many[2298]]);
    expect(await idsOf('axol')).toEqual([texts.get('rare')]);
    expect(await idsOf('axolotls zebra')).toEqual([]);
  });

  it('is repeated with one letter changed if nothing is found', async () => {
    const page = await findMessages({ userId, query: 'axolotsl' });
    expect([page.corrected, page.messages.map(({ messageId }) => messageId)]).toEqual([
      'axolotls',
      [texts.get('rare')],
    ]);
    // Words that are found, short ones, and words of other users stay as they are.
    for (const query of ['zebra', 'axol zebra', 'zeb', 'aardvark', 'axolotsl aardvark zebra'])
      expect((await findMessages({ userId, query })).corrected).toBeNull();
    expect((await findMessages({ userId: other, query: 'zebar' })).corrected).toBeNull();
  });

  it('marks results of an archived chat', async () => {
    const chat = await makeConversation(userId, { title: 'Numbats' });
    await messageMaker(chat)({ text: 'numbats sleep' });
    await updateIndex(running);
    await transaction((tx) => placeConversation(tx, { userId, conversationId: chat.id, archived: true }));
    const { titles, messages } = await findMessages({ userId, query: 'numbats' });
    expect([titles, messages]).toMatchObject([[{ archived: true }], [{ archived: true }]]);
  });

  it('meets its filters, with and without a query', async () => {
    const code = texts.get('code');
    expect(await idsOf('zebra', { role: 'assistant', hasCode: true })).toEqual([code]);
    expect(await idsOf('zebra', { role: 'me' })).toEqual([]);
    expect(await idsOf('', { minCostMicro: 5000n })).toEqual([code]);
    expect(await idsOf('', { minCostMicro: 5001n })).toEqual([]);
    expect(await idsOf('zebra', { hasFile: true })).toEqual([]);
    expect(await idsOf('zebra', { hasImage: true })).toEqual([]);
    expect(await idsOf('zebra', { model: 'openai/gpt-3.5-turbo' })).toEqual([code]);
    expect(await idsOf('zebra', { model: 'openai/gpt-4' })).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await idsOf('zebra', { from: today, to: '2999-01-01' })).toEqual([code]);
    expect(await idsOf('zebra', { to: '2020-01-01' })).toEqual([]);
    expect(await idsOf('zebra', { from: '2999-01-01' })).toEqual([]);
  });

  it('finds nothing by hostile texts, and fails with nothing', async () => {
    for (const query of ['', '..', '/', '+(', '@', '%', "'", '\u0000', '"; DROP', '🦖', 'x'.repeat(10_000)])
      expect(await findMessages({ userId, query })).toEqual({
        titles: [],
        messages: [],
        next: null,
        corrected: null,
      });
    for (const cursor of ['x', '0', `0.${'x'.repeat(36)}`, `9.${newId()}`])
      await expect(findMessages({ userId, query: 'zebra', cursor })).rejects.toMatchObject({
        code: 'invalid_request',
      });
  });
});
