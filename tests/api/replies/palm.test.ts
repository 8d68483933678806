import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { hearFinal } from '#tests/fixtures/chat-answer.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi();

const CHAT = 'sandbox/chat-bison';
const CODE = 'sandbox/codechat-bison';
const TEXT = 'Rivers [[sandbox: text="They flow."]]';

beforeEach(async () => {
  const more = { endpoint: 'google', contextTokens: 8192 } as const;
  await createModel({
    ...more,
    id: CHAT,
    offers: [{ provider: 'sandbox-palm', upstreamModel: 'sandbox-ok' }],
  });
  await createModel({
    ...more,
    id: CODE,
    offers: [{ provider: 'sandbox-palm', upstreamModel: 'sandbox-small' }],
  });
});

async function newCaller() {
  const { userId } = await createAccount({ creditMicro: 10_000_000n });
  const call = api.as(userId);
  return (body: object) => call('/api/ask/google', jsonPost({ text: TEXT, ...body }));
}

/** Without the titles of chats: those may belong to the previous test. */
const predictions = () =>
  engine
    .sandbox()
    .requests()
    .filter(({ path }) => path.endsWith(':predict'))
    .map(({ body }) => body as { instances: object[]; parameters: object })
    .filter(({ instances }) => JSON.stringify(instances).includes(JSON.stringify(TEXT)));

describe('the endpoint google, by the wire of PaLM', () => {
  it('cannot be continued by a call, as on its page', async () => {
    const ask = await newCaller();
    const { conversation, responseMessage } = await hearFinal(await ask({ model: CHAT }));
    const answer = await ask({
      model: CHAT,
      isContinued: true,
      conversationId: conversation.conversationId,
      responseMessageId: responseMessage.messageId,
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: { param: 'isContinued' } }]);
  });

  it('answers with the default values of the specification, its instructions and its examples', async () => {
    const ask = await newCaller();
    const examples = [{ input: { content: 'Name one.' }, output: { content: 'The Rhine.' } }];
    const answer = await hearFinal(await ask({ model: CHAT, promptPrefix: 'Be brief.', examples }));
    expect(answer.responseMessage).toMatchObject({ endpoint: 'google', text: 'They flow.', sender: 'PaLM2' });
    expect(answer.responseMessage.finish_reason).toBe('stop');
    expect(predictions()[0]).toMatchObject({
      parameters: { temperature: 0.2, topP: 0.95, topK: 40, maxOutputTokens: 1024 },
      instances: [
        {
          context: 'Be brief.',
          messages: [
            { author: 'user', content: 'Name one.' },
            { author: 'bot', content: 'The Rhine.' },
            { author: 'user', content: TEXT },
          ],
        },
      ],
    });
  });

  it('omits parameters that the code model does not support', async () => {
    const ask = await newCaller();
    await hearFinal(await ask({ model: CODE, temperature: 0.5 }));
    expect(predictions()[0]!.parameters).toEqual({ temperature: 0.5, maxOutputTokens: 1024 });
    const refused = await ask({ model: CHAT, topK: 41 });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { param: 'topK' } });
  });
});
