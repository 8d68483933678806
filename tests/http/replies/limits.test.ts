import { expect, it } from 'vitest';
import { consumeQuota } from '#app/core/limits/quotas.ts';
import { config } from '#app/core/platform/config.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';

useEngine();
const web = useWeb();

it('messages are limited by call and by form alike, and the form keeps the typed text', async () => {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const call = web.as(userId);
  const ask = (text: string) => call('/api/ask/openAI', jsonPost({ model: TEST_MODEL, text }));
  const send = (text: string) =>
    call('/chat/new', {
      method: 'POST',
      body: new URLSearchParams({ intent: 'send', model: TEST_MODEL, text }),
    });
  const max = config().LIMIT_CHAT_MESSAGES;
  for (let counted = 0; counted < max - 2; counted += 1)
    await consumeQuota({ userId, keyId: null, address: '127.0.0.1' });
  await (await ask('one [[sandbox: length=3 pace=0]]')).text();
  expect((await send('two [[sandbox: length=3 pace=0]]')).status).toBe(302);
  expect((await ask('three')).status).toBe(429);
  const page = await (await send('What I typed')).text();
  expect(page).toContain(`You hit the message limit. You have a cap of ${max} message(s) per 60 minute(s).`);
  expect(page).toContain('What I typed');
});
