import { expect, it } from 'vitest';
import { TEXT_MAX, type ChatMessage } from '#app/contracts/chat.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { makeConversation, messageMaker } from '#tests/fixtures/conversation.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useApi, useApiBeside } from '#tests/setup/api.ts';

const api = useApi();
const strict = useApiBeside({ LIMIT_WRITES: '3' });

async function owner(origin = api.origin()) {
  const { userId } = await createAccount();
  const conversation = await makeConversation(userId);
  const make = messageMaker(conversation);
  const call = api.as(userId, origin);
  const put = (path: string, body: object) => call(path, jsonPost(body, { method: 'PUT' }));
  return { conversation, make, call, put };
}

it('lists a conversation of many megabytes completely', async () => {
  const { conversation, make, call } = await owner();
  const ids: string[] = [];
  for (let at = 0; at < 8; at += 1) ids.push(await make({ text: `${at} ${'x'.repeat(1024 * 1024)}` }));
  const answer = await call(`/api/messages/${conversation.id}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('application/json');
  const messages = (await answer.json()) as ChatMessage[];
  expect(messages.map(({ messageId }) => messageId)).toEqual(ids);
  const page = await call(`/api/messages/${conversation.id}?limit=100`);
  expect(((await page.json()) as ChatMessage[]).length).toBeLessThan(8);
  expect(page.headers.get('link')).toContain('limit=100');
});

it('refuses an edited text that is too long, by its field', async () => {
  const { conversation, make, put } = await owner();
  const messageId = await make();
  const path = `/api/messages/${conversation.id}/${messageId}`;
  const refused = await put(path, { text: '語'.repeat(TEXT_MAX + 1) });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: { param: 'text' } });
  expect((await put(path, { text: 'shorter' })).status).toBe(200);
});

it('counts changes of every kind together, and returns when to retry', async () => {
  const { conversation, make, put, call } = await owner(strict.origin());
  const messageId = await make();
  const changes = [
    () => put(`/api/messages/${conversation.id}/${messageId}`, { text: 'one' }),
    () => put('/api/drafts/new', { text: 'two' }),
    () => put(`/api/messages/${conversation.id}/${messageId}`, { text: 'three' }),
  ];
  for (const change of changes) expect((await change()).status).toBeLessThan(300);
  for (const change of changes) {
    const refused = await change();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: { code: 'message_limit', params: { max: 3 } } });
  }
  expect((await call(`/api/messages/${conversation.id}`)).status, 'reading is free').toBe(200);
});
