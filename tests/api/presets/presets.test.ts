import { beforeEach, describe, expect, it } from 'vitest';
import { withPresetFields } from '#app/contracts/chat-fields.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

useEngine();
const api = useApi();

const OTHER = 'sandbox/messages';

beforeEach(async () => {
  const offers = [{ provider: 'sandbox-messages', upstreamModel: 'sandbox-haiku-4-5' }];
  await createModel({ id: OTHER, endpoint: 'anthropic', offers });
});

type Preset = Record<string, unknown> & { presetId: string; leftOut?: string[] };

async function newPerson() {
  const { userId } = await createAccount({ creditMicro: 10_000_000n });
  const call = api.as(userId);
  const save = (body: object) => call('/api/presets', jsonPost(body));
  const saved = async (body: object) => (await (await save(body)).json()) as Preset;
  const list = async () => (await (await call('/api/presets')).json()) as Preset[];
  return { call, save, saved, list };
}

describe('the calls of presets', () => {
  it('save, list, overwrite and delete', async () => {
    const { call, save, list } = await newPerson();
    const made = await save({ endpoint: 'openAI', model: TEST_MODEL, temperature: 0.25, top_p: 0.5 });
    expect(made.status).toBe(201);
    const preset = (await made.json()) as Preset;
    const facts = { title: 'My Preset', endpoint: 'openAI', model: TEST_MODEL, defaultPreset: false };
    const { user, ...rest } = withPresetFields({ ...facts, user: preset['user'] });
    const unset = { ...rest, presence_penalty: null, frequency_penalty: null };
    expect(user).toMatch(/^[\da-f-]{36}$/);
    expect(preset).toMatchObject({ ...unset, presetId: preset.presetId, temperature: 0.25, top_p: 0.5 });
    expect(preset.leftOut).toEqual([]);
    const { presetId } = preset;
    const again = await save({
      presetId,
      title: 'Calm',
      endpoint: 'openAI',
      model: TEST_MODEL,
      temperature: 0,
    });
    expect(again.status).toBe(200);
    expect(await list()).toEqual([{ ...unset, user, presetId, title: 'Calm', temperature: 0 }]);
    const gone = await call('/api/presets/delete', jsonPost({ arg: { presetId } }));
    expect([gone.status, await gone.json(), await list()]).toEqual([200, { deletedCount: 1 }, []]);
    await save({});
    await save({ title: 'Another' });
    expect(await (await call('/api/presets/delete', jsonPost({}))).json()).toEqual({ deletedCount: 2 });
  });

  it('return a null endpoint if it is absent or unknown, and drop an unknown model with a notice', async () => {
    const { saved } = await newPerson();
    expect(await saved({ temperature: 2 })).toMatchObject({ endpoint: null, model: null, temperature: 2 });
    const strange = { endpoint: 'agents', model: 'somebody/their-own', colour: 'red', order: 3 };
    expect(await saved(strange)).toMatchObject({
      endpoint: null,
      model: null,
      leftOut: ['endpoint', 'model', 'colour'],
    });
  });

  it('accept the shape of LibreChat, and store fields of other programs', async () => {
    const { saved, list } = await newPerson();
    const preset = {
      _id: '65f0',
      user: '65ee',
      presetId: null,
      title: 'Plugins',
      endpoint: 'gptPlugins',
      model: 'gpt-3.5-turbo',
      temperature: 0.8,
      top_p: 1,
      tools: ['calculator', { pluginKey: 'browser', name: 'Browser' }],
      agentOptions: { agent: 'functions', skipCompletion: true, model: 'gpt-3.5-turbo', temperature: 0 },
      jailbreak: false,
      resendImages: false,
      __v: 0,
    };
    expect(await saved(preset)).toMatchObject({
      endpoint: 'gptPlugins',
      model: 'gpt-3.5-turbo',
      leftOut: [],
    });
    const [kept] = await list();
    expect(kept).toMatchObject({
      tools: [{ pluginKey: 'calculator' }, { pluginKey: 'browser' }],
      agentOptions: preset.agentOptions,
      temperature: 0.8,
    });
    const google = { endpoint: 'google', examples: [{ input: { content: 'a' }, output: { content: 'b' } }] };
    expect(await saved(google)).toMatchObject(google);
  });

  it('accept the options of Bing, which another endpoint refuses with a notice', async () => {
    const { saved, list } = await newPerson();
    const options = { jailbreak: true, toneStyle: 'fast', systemMessage: 'You are Ada.', context: 'Rivers.' };
    const session = { invocationId: 3, conversationSignature: 'abc=', clientId: '1055518' };
    const bing = { endpoint: 'bingAI', ...options, ...session };
    expect(await saved(bing)).toMatchObject({ ...bing, leftOut: [] });
    const { leftOut } = (await saved({ endpoint: 'openAI', ...options })) as { leftOut: string[] };
    expect(leftOut.toSorted()).toEqual(Object.keys(options).toSorted());
    const stored = (await list()).find(({ endpoint }) => endpoint === 'openAI');
    const { toneStyle, jailbreak, systemMessage, context } = withPresetFields({});
    expect(stored).toMatchObject({ toneStyle, jailbreak, systemMessage, context });
  });

  it.each([
    ['temperature', { endpoint: 'openAI', model: TEST_MODEL, temperature: 2.5 }],
    ['temperature', { endpoint: 'anthropic', model: OTHER, temperature: 1.5 }],
    ['topK', { endpoint: 'anthropic', model: OTHER, topK: 0 }],
    ['temperature', { temperature: 'warm' }],
    ['title', { title: 'x'.repeat(101) }],
    ['toneStyle', { endpoint: 'bingAI', toneStyle: 'angry' }],
    ['agentOptions.temperature', { endpoint: 'gptPlugins', agentOptions: { temperature: 3 } }],
    ['tools', { tools: Array.from({ length: 101 }, () => 'a') }],
  ])('refuse values out of bounds by naming %s', async (param, body) => {
    const { save, list } = await newPerson();
    const refused = await save(body);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { param } });
    expect(await list()).toEqual([]);
  });

  it('refuse a preset of 5 MB, and one more than the maximum', async () => {
    const { save, saved, list } = await newPerson();
    expect((await save({ promptPrefix: 'x'.repeat(5 * 1024 * 1024) })).status).toBe(413);
    for (let made = 0; made < 100; made += 1) await saved({ title: `Preset ${made}` });
    expect(await list()).toHaveLength(100);
    expect((await save({})).status).toBe(409);
  }, 60_000);
});
