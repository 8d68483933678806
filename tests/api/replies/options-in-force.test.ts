import { beforeEach, describe, expect, it } from 'vitest';
import { forgetSnapshot } from '#app/core/catalogue/snapshot.ts';
import { CLAUDE, GEMINI_NEWER, OPENAI_REASONING } from '#db/seed/data/parameter-sets.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { createImageModel, PICTURE_MODEL } from '#tests/factories/create-image-model.ts';
import { insertRow } from '#tests/factories/insert-row.ts';
import { finalOf, readEvents } from '#tests/fixtures/chat-answer.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi();

const TEXT = 'Rivers [[sandbox: text="They flow." pace=0]]';
const IGNORED = 'x-parlance-ignored-parameters';

beforeEach(async () => {
  const reasoning = ['streaming', 'reasoning'] as const;
  await createModel({ id: 'acme/thinker', capabilities: reasoning, parameters: OPENAI_REASONING });
  await createModel({
    id: 'acme/claude',
    endpoint: 'anthropic',
    capabilities: reasoning,
    parameters: CLAUDE,
    offers: [{ provider: 'sandbox-messages', upstreamModel: 'sandbox-haiku-4-5' }],
  });
  await createModel({
    id: 'acme/gemini',
    endpoint: 'google',
    parameters: GEMINI_NEWER,
    offers: [{ provider: 'sandbox-generate', upstreamModel: 'gemini-3.6-sandbox' }],
  });
  await insertRow('model_aliases', {
    alias: 'google/chat-bison',
    model_id: 'acme/gemini',
    retired_on: null,
    created_at: new Date(),
  });
  forgetSnapshot();
});

async function newCaller() {
  const { userId } = await createAccount({ creditMicro: 10_000_000n });
  const call = api.as(userId);
  return {
    call,
    ask: async (endpoint: string, body: object) => {
      const answer = await call(`/api/ask/${endpoint}`, jsonPost({ text: TEXT, ...body }));
      const ignored = answer.headers.get(IGNORED);
      const events = await readEvents(answer);
      const { conversation } = finalOf(events);
      return { ignored, created: events[0]!.data, conversation, sent: lastSent() };
    },
  };
}

/** The last request except those for titles. */
function lastSent(): Record<string, unknown> {
  const bodies = engine
    .sandbox()
    .requests()
    .map(({ body }) => body);
  return bodies.findLast((body) => !JSON.stringify(body).includes('Write a title')) as Record<
    string,
    unknown
  >;
}

describe('an option that is not sent to the model', () => {
  it('is each one for an image model, except the label', async () => {
    await createImageModel();
    forgetSnapshot();
    const { ask } = await newCaller();
    const { ignored, created, conversation } = await ask('openAI', {
      model: PICTURE_MODEL,
      text: 'A fox [[sandbox: delay=0]]',
      temperature: 0.3,
      promptPrefix: 'Be brief.',
      max_tokens: 900,
      chatGptLabel: 'Painter',
    });
    const names = ['promptPrefix', 'temperature', 'max_tokens'];
    expect(ignored!.split(', ').toSorted()).toEqual(names.toSorted());
    expect(created).toMatchObject({ ignoredOptions: expect.arrayContaining(names) as string[] });
    expect(conversation).toMatchObject({ temperature: null, promptPrefix: null });
  });

  it('is reported by the call and null in the conversation, set or not', async () => {
    const { ask, call } = await newCaller();
    const { ignored, created, conversation, sent } = await ask('openAI', {
      model: 'acme/thinker',
      temperature: 0.3,
      max_tokens: 900,
      reasoning_effort: 'low',
    });
    expect(sent).not.toHaveProperty('temperature');
    expect([ignored, created]).toMatchObject(['temperature', { ignoredOptions: ['temperature'] }]);
    const inForce = { temperature: null, top_p: null, max_tokens: 900, reasoning_effort: 'low' };
    expect(conversation).toMatchObject(inForce);
    const read = await call(`/api/convos/${conversation.conversationId}`);
    expect(await read.json()).toMatchObject(inForce);
    const kept = await call('/api/convos/new/options', {
      ...jsonPost({ model: 'acme/thinker', temperature: 0.3 }),
      method: 'PUT',
    });
    expect(await kept.json()).toMatchObject({ temperature: null });
  });

  it('is top P beside a temperature for Claude, and every default value', async () => {
    const { ask } = await newCaller();
    const hot = await ask('anthropic', { model: 'acme/claude', temperature: 0.3, topP: 0.9, topK: 7 });
    expect(hot.sent).toMatchObject({ temperature: 0.3, top_k: 7 });
    expect(hot.sent).not.toHaveProperty('top_p');
    expect(hot.ignored).toBe('topP');
    expect(hot.conversation).toMatchObject({ temperature: 0.3, topP: null, topK: 7 });
    const unsaid = await ask('anthropic', { model: 'acme/claude', temperature: 0.3 });
    expect([unsaid.ignored, unsaid.conversation]).toMatchObject([null, { topP: null, topK: 5 }]);
    const narrow = await ask('anthropic', { model: 'acme/claude', temperature: 1, topP: 0.9 });
    expect(narrow.sent).toMatchObject({ top_p: 0.9 });
    expect([narrow.ignored, narrow.conversation]).toMatchObject([null, { temperature: 1, topP: 0.9 }]);
  });
});

describe('a retired default model', () => {
  it('has the bounds and defaults of the answering model', async () => {
    const { ask } = await newCaller();
    const { sent, ignored, conversation } = await ask('google', { temperature: 0.3 });
    expect(conversation).toMatchObject({
      model: 'acme/gemini',
      temperature: null,
      topP: null,
      topK: null,
      maxOutputTokens: null,
    });
    expect(ignored).toBe('temperature');
    const { generationConfig } = sent as { generationConfig: { maxOutputTokens: number } };
    expect(generationConfig.maxOutputTokens).toBeGreaterThan(1024);
    expect(generationConfig).not.toHaveProperty('temperature');
    const long = await ask('google', { maxOutputTokens: 4000 });
    expect(long.conversation).toMatchObject({ maxOutputTokens: 4000 });
  });
});
