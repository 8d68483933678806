import { expect, it } from 'vitest';
import type { ChatMessage } from '#app/contracts/chat.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { readSse } from '#tests/setup/read-sse.ts';
import { useWeb } from '#tests/setup/web.ts';

useEngine();
const web = useWeb();
const NARROW = 'sandbox/narrow';

it('reports the omitted part of a conversation, to clients of the API and on the page', async () => {
  await createModel({ id: NARROW, contextTokens: 400 });
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const call = web.as(userId);
  let conversationId: string | null = null;
  const events: Record<string, unknown>[] = [];
  for (const name of ['one', 'two', 'three', 'four']) {
    const text = `${name} ${'cedar '.repeat(80)} [[sandbox: text="Yes." pace=0]]`;
    const response = await call('/api/ask/openAI', jsonPost({ model: NARROW, text, conversationId }));
    events.length = 0;
    for await (const { data } of readSse(response)) events.push(data);
    conversationId = events[0]!.conversationId as string;
  }
  const { omittedMessages } = events.at(-1)!.responseMessage as ChatMessage;
  expect(omittedMessages).toBe(4);
  expect(events[0]).toMatchObject({ created: true, omittedMessages });

  const pages = {
    'en-US': 'The 4 oldest messages were left out',
    'ar-EG': 'تُركت أقدم 4 رسائل',
    // The number and its counter stay on one line.
    'ja-JP': '4\u2060件',
  };
  for (const [language, words] of Object.entries(pages)) {
    const page = await call(`/chat/${conversationId}`, { headers: { 'accept-language': language } });
    const html = (await page.text()).replaceAll(/<script\b[\s\S]*?<\/script>/g, '');
    expect(html).toContain(words);
  }
});
