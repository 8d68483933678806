import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { hearFinal } from '#tests/fixtures/chat-answer.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi();

const BING = 'sandbox/bing';
const WEBSITE = 'sandbox/website';
const TEXT = 'Rivers [[sandbox: text="They flow."]]';
/** The sandbox's Bing suggests these after each answer. */
const SUGGESTED = ['Tell me more', 'Why is that so?', 'What else is there?'];

beforeEach(async () => {
  await createModel({ id: BING, endpoint: 'bingAI', offers: [{ provider: 'sandbox-bing' }] });
  const offers = [{ provider: 'sandbox-chatgpt' }];
  await createModel({ id: WEBSITE, name: 'Website', endpoint: 'chatGPTBrowser', offers });
  await createModel({ id: `${WEBSITE}-2`, name: 'Website 2', endpoint: 'chatGPTBrowser', offers });
});

async function newPerson() {
  const { userId } = await createAccount({ creditMicro: 10_000_000n });
  const call = api.as(userId);
  const ask = (body: object) => call('/api/ask/bingAI', jsonPost({ text: TEXT, model: BING, ...body }));
  const read = async (conversationId: string) =>
    (await (await call(`/api/convos/${conversationId}`)).json()) as Record<string, unknown>;
  return { userId, call, ask, read };
}

describe('a conversation with Bing, by the calls', () => {
  it('reports its options, its model, and the number of the next turn', async () => {
    const { ask, read } = await newPerson();
    const options = { toneStyle: 'precise', systemMessage: 'You are Ada.', context: 'About rivers.' };
    const final = await hearFinal(await ask({ jailbreak: true, ...options }));
    const { conversationId } = final.conversation;
    const told = { ...options, jailbreak: true, invocationId: 2, jailbreakConversationId: conversationId };
    const session = { conversationSignature: null, clientId: null };
    expect(final.conversation).toMatchObject({ ...told, ...session, suggestions: SUGGESTED });
    expect(final.responseMessage).toMatchObject({ sender: 'Sydney', text: 'They flow.' });
    expect(await read(conversationId)).toMatchObject({ ...told, ...session, suggestions: SUGGESTED });
    const next = { conversationId, parentMessageId: final.responseMessage.messageId };
    const second = await hearFinal(await ask({ ...next, jailbreak: false }));
    expect(second.responseMessage.sender).toBe('BingAI');
    expect(second.conversation).toMatchObject({
      jailbreak: false,
      toneStyle: 'creative',
      systemMessage: null,
      context: null,
      invocationId: 3,
      jailbreakConversationId: null,
      ...session,
    });
  });

  it('accepts session fields of clients, and passes none of them on', async () => {
    const { ask } = await newPerson();
    const foreign = {
      jailbreakConversationId: true,
      conversationSignature: 'foreign-signature',
      clientId: 'foreign-client',
      invocationId: 7,
      suggestions: ['foreign-suggestion'],
    };
    const final = await hearFinal(await ask(foreign));
    expect(final.conversation).toMatchObject({
      invocationId: 2,
      jailbreakConversationId: null,
      conversationSignature: null,
      clientId: null,
      suggestions: SUGGESTED,
    });
    const asked = engine.sandbox().requests();
    expect(JSON.stringify(asked)).toContain('They flow.');
    expect(JSON.stringify(asked)).not.toContain('foreign-');
  });

  it.each([
    ['toneStyle', 'angry'],
    ['jailbreak', 'yes'],
    ['context', 'x'.repeat(28_001)],
    ['systemMessage', 5],
  ])('is refused if %s is wrong', async (param, value) => {
    const { ask } = await newPerson();
    const refused = await ask({ [param]: value });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { param } });
  });

  it('has the tokens of its context counted', async () => {
    const { call } = await newPerson();
    const count = async (arg: string) =>
      (await (await call('/api/tokenizer', jsonPost({ arg }))).json()) as { count: number };
    expect(await count('a b c')).toEqual({ count: 3 });
    expect((await count('a b '.repeat(4_000))).count).toBeGreaterThan(7_000);
    expect(await count('')).toEqual({ count: 0 });
  });
});
