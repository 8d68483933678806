import { beforeEach, describe, expect, it } from 'vitest';
import { redis } from '#app/core/platform/redis.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi({ LIMIT_CHAT_MESSAGES: '3', LIMIT_CHAT_WINDOW: '3600', LIMIT_CHAT_CONCURRENT: '1' });
beforeEach(() => redis().flushDb());

async function newSender() {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const call = api.as(userId);
  return { ask: (text: string) => call('/api/ask/openAI', jsonPost({ model: TEST_MODEL, text })) };
}

describe('messages of one account', () => {
  it('are limited in a window, with the texts of the spec', async () => {
    const { ask } = await newSender();
    for (const text of ['one', 'two', 'three'])
      await (await ask(`${text} [[sandbox: length=3 pace=0]]`)).text();
    const refused = await ask('four');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      error: { code: 'message_limit', params: { max: 3, windowInMinutes: 60 } },
    });
  });

  it('are limited at once; the next one is sent when a reply is complete', async () => {
    const { ask } = await newSender();
    const first = await ask('[[sandbox: length=9 pace=0 gate=held hold=3]]');
    await expect.poll(() => engine.sandbox().requests().length).toBe(1);
    const refused = await ask('[[sandbox: length=3]]');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: { code: 'concurrent', params: { limit: 1 } } });
    await sandboxGate(engine.sandbox().url, 'held').open();
    await first.text();
    expect((await ask('[[sandbox: length=3 pace=0]]')).status).toBe(200);
  });
});
