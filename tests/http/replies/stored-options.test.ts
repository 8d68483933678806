import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { hearFinal } from '#tests/fixtures/chat-answer.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';

const engine = useEngine();
const web = useWeb();

const MESSAGES = 'sandbox/messages';
const TEXT = 'Rivers [[sandbox: text="They flow."]]';

beforeEach(async () => {
  const offers = [{ provider: 'sandbox-messages', upstreamModel: 'sandbox-haiku-4-5' }];
  await createModel({ id: MESSAGES, endpoint: 'anthropic', offers });
});

interface ProviderRequest {
  max_tokens?: number;
  max_completion_tokens?: number;
  temperature?: number;
  top_p?: number;
  top_k?: number;
  system?: unknown;
  messages: { role: string; content: unknown }[];
}

/** The providers' requests for replies; titles have a small limit of their own. */
const providerRequests = () =>
  engine
    .sandbox()
    .requests()
    .map(({ body }) => body as ProviderRequest)
    .filter((body) => (body.max_tokens ?? body.max_completion_tokens ?? 0) > 64);

async function newCaller() {
  const { userId } = await createAccount({ creditMicro: 10_000_000n });
  const call = web.as(userId);
  /** A form of the chat's page, as a browser without scripts posts it. */
  const post = (conversationId: string, fields: Record<string, string>) =>
    call(`/chat/${conversationId}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  const describe = async (conversationId: string) =>
    (await (await call(`/api/convos/${conversationId}`)).json()) as Record<string, unknown>;
  return { call, post, describe };
}

describe('the options of a conversation', () => {
  it('are stored with it, returned under the names of the specification, and used by the pages', async () => {
    const { call, post, describe } = await newCaller();
    const options = { temperature: 0.25, top_p: 0.5, max_tokens: 900, promptPrefix: 'Be brief.' };
    const { conversation, requestMessage } = await hearFinal(
      await call('/api/ask/openAI', jsonPost({ model: TEST_MODEL, text: TEXT, ...options })),
    );
    const named = { ...options, presence_penalty: 0, frequency_penalty: 0, chatGptLabel: null };
    expect(conversation).toMatchObject(named);
    expect(await describe(conversation.conversationId)).toMatchObject(named);
    const again = { intent: 'regenerate', model: TEST_MODEL, parentMessageId: requestMessage.messageId };
    expect((await post(conversation.conversationId, again)).status).toBe(302);
    await expect.poll(() => providerRequests().length).toBe(2);
    const [first, second] = providerRequests();
    expect(first).toMatchObject({ temperature: 0.25, top_p: 0.5 });
    expect(second).toEqual(first);
  });

  it('apply to another endpoint as far as that has them, within its bounds', async () => {
    const { call, post, describe } = await newCaller();
    const options = { temperature: 1.5, top_p: 0.5, presence_penalty: 1, max_tokens: 9000 };
    const { conversation, requestMessage } = await hearFinal(
      await call('/api/ask/openAI', jsonPost({ model: TEST_MODEL, text: TEXT, ...options })),
    );
    const again = { intent: 'regenerate', model: MESSAGES, parentMessageId: requestMessage.messageId };
    expect((await post(conversation.conversationId, again)).status).toBe(302);
    await expect.poll(() => providerRequests().length).toBe(2);
    expect(providerRequests()[1]).toMatchObject({ max_tokens: 4000, top_p: 0.5, top_k: 5 });
    expect(await describe(conversation.conversationId)).toMatchObject({
      endpoint: 'anthropic',
      temperature: 1,
      topP: 0.5,
      topK: 5,
      maxOutputTokens: 4000,
    });
  });

  it('are those of the last call, and of no other conversation', async () => {
    const { call, describe } = await newCaller();
    const ask = async (body: object) =>
      hearFinal(await call('/api/ask/openAI', jsonPost({ model: TEST_MODEL, text: TEXT, ...body })));
    const first = await ask({ temperature: 0.25 });
    const { conversationId } = first.conversation;
    await ask({ conversationId, parentMessageId: first.responseMessage.messageId, top_p: 0.5 });
    expect(await describe(conversationId)).toMatchObject({ temperature: 1, top_p: 0.5 });
    const other = await ask({});
    expect(await describe(other.conversation.conversationId)).toMatchObject({ temperature: 1, top_p: 1 });
  });
});
