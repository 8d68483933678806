import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';

const engine = useEngine();
const web = useWeb();

const GOOGLE = 'sandbox/generate';
const TEXT = 'Rivers [[sandbox: text="They flow."]]';

beforeEach(async () => {
  const offers = [{ provider: 'sandbox-generate', upstreamModel: 'gemini-2.5-flash-sandbox' }];
  await createModel({ id: GOOGLE, endpoint: 'google', offers });
});

const asked = (path: string) =>
  engine
    .sandbox()
    .requests()
    .filter((request) => request.path.includes(path))
    .map(({ body }) => body as Record<string, unknown>);
/** Titles have a small limit of their own. */
const replies = () =>
  asked('/chat/completions').filter((body) => Number(body.max_tokens ?? body.max_completion_tokens) > 64);

type Fields = readonly (readonly [string, string])[];

/** For the test's model, if the fields name no other. */
function formOf(fields: Fields): URLSearchParams {
  const form = new URLSearchParams(fields.map(([name, value]) => [name, value]));
  if (!form.has('model')) form.set('model', TEST_MODEL);
  return form;
}

async function newPerson() {
  const { userId } = await createAccount({ creditMicro: 10_000_000n });
  const call = web.as(userId);
  /** A form of the chat's page, as a browser without scripts posts it. */
  const post = (conversationId: string, fields: Fields) =>
    call(`/chat/${conversationId}`, {
      method: 'POST',
      body: formOf(fields),
      redirect: 'manual',
    });
  const page = async (address: string) => (await call(`/chat/${address}`)).text();
  const begin = async (fields: Fields = []) => {
    const answer = await post('new', [['intent', 'send'], ['text', TEXT], ...fields]);
    expect(answer.status).toBe(302);
    return /\/chat\/([\w-]+)/.exec(answer.headers.get('location') ?? '')![1]!;
  };
  const describe = async (conversationId: string) =>
    (await (await call(`/api/convos/${conversationId}`)).json()) as Record<string, unknown>;
  return { call, post, page, begin, describe };
}

const shown = (...fields: Fields): Fields => [['optionsShown', '1'], ...fields];
const keep = (...fields: Fields): Fields => [['keepsOptions', '1'], ...shown(...fields)];
/** The initial value of a field of a page. */
const valueOf = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name.replace('.', '\\.')}"[^>]*value="([^"]*)"`).exec(html)?.[1];

describe('the options of a conversation, by forms', () => {
  it('open with the typed text kept, and show their bounds and default values', async () => {
    const { post, page } = await newPerson();
    const opened = await post('new', [
      ['opensOptions', '1'],
      ['text', 'Half a thought'],
    ]);
    expect(opened.headers.get('location')).toBe(
      `/chat/new?model=${encodeURIComponent(TEST_MODEL)}&options=1`,
    );
    const html = await page(`new?model=${TEST_MODEL}&options=1`);
    expect(html.includes('Half a thought')).toBe(true);
    const temperature = /<input[^>]*name="option\.temperature"[^>]*>/.exec(html)![0];
    expect(temperature).toMatch(/type="number"/);
    for (const part of ['min="0"', 'max="2"', 'step="0.01"', 'placeholder="Default: 1"'])
      expect(temperature).toContain(part);
    expect((await page(`new?model=${TEST_MODEL}`)).includes('option.temperature')).toBe(false);
  });

  it('are stored for a new conversation, sent with it, and stored with it', async () => {
    const { post, page, begin, describe } = await newPerson();
    const kept = await post(
      'new',
      keep(['option.temperature', '0,25'], ['option.promptPrefix', 'Be brief.']),
    );
    expect(kept.headers.get('location')).toBe(`/chat/new?model=${encodeURIComponent(TEST_MODEL)}`);
    expect(valueOf(await page(`new?model=${TEST_MODEL}&options=1`), 'option.temperature')).toBe('0.25');
    const conversationId = await begin();
    expect(await describe(conversationId)).toMatchObject({ temperature: 0.25, promptPrefix: 'Be brief.' });
    await expect.poll(() => replies().length).toBe(1);
    expect(replies()[0]).toMatchObject({
      temperature: 0.25,
      messages: [{ role: 'system', content: 'Be brief.' }, { role: 'user' }],
    });
  });

  it('of a form that shows them apply to its message, also its empty ones', async () => {
    const { post, begin, describe } = await newPerson();
    await post('new', keep(['option.temperature', '0.25'], ['option.topP', '0.5']));
    const conversationId = await begin(shown(['option.temperature', ''], ['option.topP', '0.75']));
    expect(await describe(conversationId)).toMatchObject({ temperature: 1, top_p: 0.75 });
    await expect.poll(() => replies().length).toBe(1);
    expect(replies()[0]).toMatchObject({ top_p: 0.75 });
    expect(replies()[0]).not.toHaveProperty('temperature');
  });

  it('of a conversation are changed and cleared, and quoted', async () => {
    const { call, post, begin, describe } = await newPerson();
    const conversationId = await begin();
    await expect.poll(() => replies().length).toBe(1);
    const quote = async () => {
      const body = { conversationId, parentMessageId: null, text: 'And lakes?', model: TEST_MODEL };
      return (await (await call('/api/quote', jsonPost(body))).json()) as Record<string, number>;
    };
    // Nothing is quoted while the reply grows.
    await expect.poll(async () => (await quote()).inputTokens).toBeGreaterThan(0);
    const before = await quote();
    await post(
      conversationId,
      keep(['option.maxOutputTokens', '50'], ['option.promptPrefix', 'x '.repeat(500)]),
    );
    expect(await describe(conversationId)).toMatchObject({ max_tokens: 50 });
    const after = await quote();
    expect(after.maxOutputTokens).toBe(50);
    expect(after.inputTokens).toBeGreaterThan(before.inputTokens! + 400);
    await post(conversationId, [['resetsOptions', '1'], ...shown(['option.maxOutputTokens', '50'])]);
    expect(await describe(conversationId)).toMatchObject({ max_tokens: null, promptPrefix: null });
    expect(await quote()).toEqual(before);
  });

  it('are pairs of examples before the conversation; half a pair waits for its other half', async () => {
    const { post, begin, page } = await newPerson();
    const pairs: Fields = [
      ['option.exampleInput', 'What is 2 + 2?'],
      ['option.exampleOutput', 'Four.'],
      ['option.exampleInput', 'And 3 + 3?'],
      ['option.exampleOutput', ''],
    ];
    await post('new', [['model', GOOGLE], ...keep(...pairs)]);
    const html = await page(`new?model=${GOOGLE}&options=1`);
    expect(html.includes('And 3 + 3?')).toBe(true);
    await begin([['model', GOOGLE]]);
    await expect
      .poll(() => asked('generateContent').length + asked('streamGenerateContent').length)
      .toBeGreaterThan(0);
    const [body] = asked('GenerateContent') as { contents: { role: string; parts: { text: string }[] }[] }[];
    expect(body!.contents.map(({ role, parts }) => `${role}: ${parts[0]!.text}`)).toEqual([
      'user: What is 2 + 2?',
      'model: Four.',
      `user: ${TEXT}`,
    ]);
  });

  it.each([
    ['temperature', 'option.temperature', '2.5'],
    ['temperature', 'option.temperature', 'warm'],
    ['max_tokens', 'option.maxOutputTokens', '0.5'],
    ['promptPrefix', 'option.promptPrefix', 'ド'.repeat(12_000)],
  ])('are refused by name if %s is wrong, and keep the typed values', async (param, name, value) => {
    const { post } = await newPerson();
    const answer = await post('new', keep([name, value], ['option.topP', '0.75']));
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html.includes(param)).toBe(true);
    expect(html.includes(`name="${name}"`)).toBe(true);
    expect(valueOf(html, 'option.topP')).toBe('0.75');
  });

  it('are those of the endpoint within the bounds of the body, too', async () => {
    const { call } = await newPerson();
    const refused = await call(
      '/api/ask/google',
      jsonPost({ model: 'chat-bison', text: TEXT, maxOutputTokens: 2000 }),
    );
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { param: 'maxOutputTokens' } });
    const hidden = await call('/api/ask/google', jsonPost({ model: GOOGLE, text: TEXT, temperature: 1.5 }));
    expect(await hidden.json()).toMatchObject({ error: { param: 'temperature' } });
  });
});
