import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';
import { errorAt } from '../forms/person.ts';

useEngine();
const web = useWeb();

const OTHER = 'sandbox/messages';
const SEND = { intent: 'send', model: TEST_MODEL, text: 'Rivers [[sandbox: text="They flow."]]' };

beforeEach(async () => {
  const offers = [{ provider: 'sandbox-messages', upstreamModel: 'sandbox-haiku-4-5' }];
  await createModel({ id: OTHER, endpoint: 'anthropic', offers });
});

type Preset = Record<string, unknown> & { presetId: string; leftOut?: string[] };

async function newPerson() {
  const { userId } = await createAccount({ creditMicro: 10_000_000n });
  const call = web.as(userId);
  const save = (body: object) => call('/api/presets', jsonPost(body));
  const saved = async (body: object) => (await (await save(body)).json()) as Preset;
  const list = async () => (await (await call('/api/presets')).json()) as Preset[];
  const form = (path: string, fields: Record<string, string>) =>
    call(path, { method: 'POST', body: new URLSearchParams(fields) });
  const bring = (content: string | Uint8Array<ArrayBuffer>) => {
    const body = new FormData();
    body.append('act', 'import');
    body.append('file', new Blob([content]), 'presets.json');
    return call('/presets', { method: 'POST', body });
  };
  const page = async (path: string) => (await call(path)).text();
  const describe = async (id: string) =>
    (await (await call(`/api/convos/${id}`)).json()) as Record<string, unknown>;
  return { call, save, saved, list, form, bring, page, describe };
}

const idIn = (answer: Response) => /\/chat\/([\w-]{36})/.exec(answer.headers.get('location') ?? '')![1]!;
const valueOf = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name.replace('.', '\\.')}"[^>]*value="([^"]*)"`).exec(html)?.[1];

describe('a preset in use', () => {
  it('sets model and options of a new conversation, and of an open one', async () => {
    const { saved, form, page, describe: read } = await newPerson();
    const { presetId } = await saved({ endpoint: 'openAI', model: TEST_MODEL, temperature: 0.25 });
    const used = await form('/presets', { act: 'use', presetId });
    expect(used.headers.get('location')).toBe(
      `/chat/new?model=${encodeURIComponent(`openAI:${TEST_MODEL}`)}`,
    );
    const id = idIn(await form('/chat/new', SEND));
    expect(await read(id)).toMatchObject({ model: TEST_MODEL, temperature: 0.25 });
    const calm = await saved({ endpoint: 'anthropic', model: OTHER, temperature: 0.75, topK: 3 });
    const here = await form(`/chat/${id}`, { intent: 'use-preset', presetId: calm.presetId, text: 'Half' });
    expect(here.headers.get('location')).toContain(
      `/chat/${id}?model=${encodeURIComponent(`anthropic:${OTHER}`)}`,
    );
    const html = await page(`/chat/${id}?model=${OTHER}&options=1`);
    expect([valueOf(html, 'option.temperature'), valueOf(html, 'option.topK')]).toEqual(['0.75', '3']);
    expect(html.includes('Half')).toBe(true);
  });

  it('is used for new conversations while it is the default, whatever was changed in others', async () => {
    const { saved, list, form, page, describe: read } = await newPerson();
    const preset = { endpoint: 'openAI', model: TEST_MODEL, temperature: 0.25 };
    const first = await saved({ ...preset, defaultPreset: true });
    const second = await saved({ ...preset, title: 'Other', temperature: 0.5 });
    await form('/presets', { act: 'default', presetId: second.presetId });
    expect((await list()).map(({ title, defaultPreset }) => [title, defaultPreset])).toEqual([
      ['My Preset', false],
      ['Other', true],
    ]);
    const begun = async () => valueOf(await page('/chat/new?options=1'), 'option.temperature');
    expect(await begun()).toBe('0.5');
    const id = idIn(await form('/chat/new', SEND));
    expect(await read(id)).toMatchObject({ temperature: 0.5 });
    // A different choice for one new conversation, and in an open one.
    await form('/chat/new', { intent: 'use-preset', presetId: first.presetId });
    expect(await begun()).toBe('0.25');
    expect(await read(idIn(await form('/chat/new', SEND)))).toMatchObject({ temperature: 0.25 });
    expect(await begun()).toBe('0.5');
    const options = { keepsOptions: '1', optionsShown: '1', model: TEST_MODEL, 'option.temperature': '1.5' };
    await form(`/chat/${id}`, options);
    expect(await read(id)).toMatchObject({ temperature: 1.5 });
    expect(await begun()).toBe('0.5');
    await saved({ ...preset, presetId: second.presetId, temperature: 0.6 });
    expect(await begun()).toBe('0.6');
    await form('/presets', { act: 'delete', presetId: second.presetId });
    await form(`/chat/${id}`, options);
    expect(await begun()).toBe('1.5');
  });

  it('is saved from the options of a conversation, and the typed text stays', async () => {
    const { form, list, page } = await newPerson();
    const fields = { savesPreset: '1', presetTitle: 'Warm', optionsShown: '1', 'option.temperature': '1,5' };
    const answer = await form('/chat/new', { ...fields, model: TEST_MODEL, text: 'Half a thought' });
    expect(answer.status).toBe(302);
    expect(await list()).toMatchObject([
      { title: 'Warm', endpoint: 'openAI', model: TEST_MODEL, temperature: 1.5 },
    ]);
    expect((await page('/chat/new')).includes('Half a thought')).toBe(true);
    const wrong = await form('/chat/new', { ...fields, model: TEST_MODEL, 'option.temperature': '7' });
    expect(wrong.status).toBe(400);
    expect(await list()).toHaveLength(1);
  });
});

describe('a file of presets', () => {
  it('exported here is imported again, one or all', async () => {
    const [ada, bob] = [await newPerson(), await newPerson()];
    const preset = { endpoint: 'anthropic', model: OTHER, topK: 3, promptPrefix: 'Be brief.', tools: [] };
    const { presetId } = await ada.saved({ ...preset, title: 'One', defaultPreset: true });
    await ada.saved({ title: 'Two', temperature: 1 });
    const file = await ada.call('/presets/export');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="presets.json"');
    expect((await bob.bring(await file.text())).status).toBe(200);
    const bare = async (person: typeof ada) =>
      (await person.list()).map((one) => ({ ...one, presetId: '', user: '', defaultPreset: false }));
    expect(await bare(bob)).toEqual(await bare(ada));
    expect((await bob.list()).some((one) => one.defaultPreset === true)).toBe(false);
    const single = await ada.call(`/presets/export?preset=${presetId}`);
    await bob.bring(await single.text());
    expect(await bob.list()).toHaveLength(3);
  });

  it('reports its unknown parts', async () => {
    const { bring, list } = await newPerson();
    const answer = await bring(JSON.stringify({ title: 'Theirs', endpoint: 'agents', spec: 'x', topP: 0.5 }));
    const html = await answer.text();
    expect(html.includes('endpoint, spec')).toBe(true);
    expect(await list()).toMatchObject([{ title: 'Theirs', endpoint: null, top_p: 0.5 }]);
  });

  it.each([
    ['no JSON', 'title: Mine', 400, 'This isn’t a preset file'],
    ['no preset', '[]', 400, 'This isn’t a preset file'],
    ['a list of lists', '[[{}]]', 400, 'This isn’t a preset file'],
    ['one of two out of bounds', '[{"title":"a"},{"temperature":9}]', 400, '[1].temperature'],
    ['5 MB', JSON.stringify({ promptPrefix: 'x'.repeat(5 * 1024 * 1024) }), 413, 'exceeds 4 MB'],
    ['millions of values', `[${'{},'.repeat(400_000)}{}]`, 400, 'This isn’t a preset file'],
    ['too many', JSON.stringify(Array.from({ length: 101 }, () => ({}))), 409, '100 presets'],
  ])('with %s is refused completely, and its field says why', async (_name, content, status, words) => {
    const { bring, list } = await newPerson();
    const answer = await bring(content);
    expect(answer.status).toBe(status);
    expect(errorAt({ body: await answer.text() }, 'file')).toContain(words);
    expect(await list()).toEqual([]);
  });
});

describe('the page of a preset', () => {
  it('saves, names values out of bounds, and keeps the typed values', async () => {
    const { form, list, page } = await newPerson();
    const fields = { act: 'save', title: 'Mine', model: OTHER, optionsShown: '1', isDefault: '1' };
    expect((await form('/presets/new', { ...fields, 'option.topK': '3' })).status).toBe(302);
    const [preset] = await list();
    expect(preset).toMatchObject({ title: 'Mine', endpoint: 'anthropic', topK: 3, defaultPreset: true });
    const path = `/presets/${preset!.presetId}`;
    expect(valueOf(await page(path), 'option.topK')).toBe('3');
    const refused = await form(path, { ...fields, title: 'Changed', 'option.topK': '99' });
    const html = await refused.text();
    expect(refused.status).toBe(400);
    expect(html.includes('Top K (topK)')).toBe(true);
    expect([valueOf(html, 'option.topK'), valueOf(html, 'title')]).toEqual(['99', 'Changed']);
    expect(await list()).toEqual([preset]);
    // Another model has other options; common ones keep the typed values.
    const other = { ...fields, act: 'model', model: TEST_MODEL, 'option.temperature': '0.4' };
    const shown = await (await form(path, other)).text();
    expect(valueOf(shown, 'option.temperature')).toBe('0.4');
    expect(shown.includes('option.topK')).toBe(false);
  });
});
