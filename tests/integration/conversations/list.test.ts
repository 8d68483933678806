import { beforeEach, expect, it } from 'vitest';
import { listConversations } from '#app/core/conversations/conversations.ts';
import { listMessages } from '#app/core/conversations/messages/stored-messages.ts';
import { newId } from '#app/core/platform/ids.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { makeConversation, makeLongBranch } from '#tests/fixtures/conversation.ts';

let userId: string;

beforeEach(() => {
  userId = newId();
});

it('pages through conversations of the same millisecond, newest first, and no other user’s', async () => {
  await makeConversation(newId());
  const times = [3000, 1000, 1000, 1000, 2000, 1000].map((time) => new Date(time));
  const made = await Promise.all(times.map((updatedAt) => makeConversation(userId, { updatedAt })));
  const expected = made
    .toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || (a.id < b.id ? 1 : -1))
    .map((conversation) => conversation.id);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await listConversations(AUTOCOMMIT, { userId, cursor, limit: 2 });
    expect(page.conversations.length).toBeLessThanOrEqual(2);
    seen.push(...page.conversations.map((conversation) => conversation.conversationId));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual(expected);
});

it('finds conversations by a text in their title, taken literally, in any case', async () => {
  const titles = ['Rivers of the north', '100% wool', '1000 wool', 'A_b', 'Axb', String.raw`back\slash`];
  for (const title of titles) await makeConversation(userId, { title });
  await makeConversation(newId(), { title: 'Rivers of others' });
  const found = async (search: string) =>
    (await listConversations(AUTOCOMMIT, { userId, search })).conversations.map(({ title }) => title);
  expect(await found('RIVERS')).toEqual(['Rivers of the north']);
  expect(await found('0% w')).toEqual(['100% wool']);
  expect(await found('a_b')).toEqual(['A_b']);
  expect(await found(String.raw`k\s`)).toEqual([String.raw`back\slash`]);
  expect(await found("' OR 1=1 --")).toEqual([]);
  expect((await found('')).length).toBe(titles.length);
});

it('refuses a cursor that it did not create', async () => {
  for (const cursor of ['x', '12', `12.${'z'.repeat(36)}`, '-1.0']) {
    await expect(listConversations(AUTOCOMMIT, { userId, cursor })).rejects.toMatchObject({
      code: 'invalid_request',
      param: 'cursor',
    });
  }
});

it('lists the messages of all branches, whole or in pages', async () => {
  const conversation = await makeConversation(userId);
  const ids = await makeLongBranch(conversation, 25);
  const whole = await listMessages(AUTOCOMMIT, { conversationId: conversation.id });
  expect(whole.messages.map((message) => message.messageId)).toEqual(ids);
  expect(whole.next).toBeNull();
  const first = await listMessages(AUTOCOMMIT, { conversationId: conversation.id, limit: 20 });
  expect(first.next).toBe(20);
  const rest = await listMessages(AUTOCOMMIT, { conversationId: conversation.id, after: 20, limit: 20 });
  expect(rest.messages.map((message) => message.messageId)).toEqual(ids.slice(20));
  expect(rest.next).toBeNull();
});
