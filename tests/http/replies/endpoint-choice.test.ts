import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { createImageModel } from '#tests/factories/create-image-model.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';

useEngine();
const web = useWeb();

const SHARED = 'sandbox/shared';
const AT_AZURE = `azureOpenAI:${SHARED}`;

beforeEach(async () => {
  const offers = ['sandbox', 'sandbox-azure'].map((provider) => ({
    provider,
    upstreamModel: 'sandbox-small',
  }));
  await createModel({ id: SHARED, name: 'Shared', offers });
});

async function newPerson() {
  const { userId } = await createAccount({ creditMicro: 10_000_000n });
  const call = web.as(userId);
  const post = (fields: Record<string, string>) =>
    call('/chat/new', { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  const page = async (address: string, cookie = '') =>
    (await call(`/chat/${address}`, { headers: { cookie } })).text();
  return { call, post, page };
}

/** The model of the next message. */
const modelOf = (html: string) => /<input type="hidden" name="model" value="([^"]*)"/.exec(html)?.[1];
/** The menu's buttons for a model, by their values. */
const buttonsOf = (html: string) =>
  [...html.matchAll(/name="chosenModel" value="([^"]*)"/g)]
    .map(([, value]) => value!)
    .filter((value) => value.endsWith(SHARED));

describe('a model that two endpoints serve', () => {
  it('is in the menu for each, and is called at the chosen one', async () => {
    const { call, post, page } = await newPerson();
    const html = await page('new');
    expect(buttonsOf(html).toSorted()).toEqual([AT_AZURE, SHARED]);
    expect(html.includes('Shared · Azure OpenAI')).toBe(true);
    const chosen = await post({ chosenModel: AT_AZURE, text: '' });
    const query = `new?model=${encodeURIComponent(AT_AZURE)}`;
    expect(chosen.headers.get('location')).toBe(`/chat/${query}`);
    expect(modelOf(await page(query))).toBe(AT_AZURE);
    const sent = await post({ intent: 'send', model: AT_AZURE, text: 'Rivers' });
    const [, conversationId = ''] = /\/chat\/([\w-]+)/.exec(sent.headers.get('location') ?? '') ?? [];
    const stored = await (await call(`/api/convos/${conversationId}`)).json();
    expect(stored).toMatchObject({ endpoint: 'azureOpenAI', model: SHARED });
    expect(modelOf(await page(conversationId))).toBe(AT_AZURE);
    // The next new conversation begins with the last used model.
    const [cookie = ''] = (sent.headers.get('set-cookie') ?? '').split(';');
    expect(modelOf(await page('new', cookie))).toBe(AT_AZURE);
  });

  it('is refused by an endpoint that does not serve it', async () => {
    const { post } = await newPerson();
    const refused = await post({ intent: 'send', model: `google:${SHARED}`, text: 'Rivers' });
    expect(refused.status).toBe(404);
  });
});

describe('the endpoint in the address of a new conversation', () => {
  it('is answered by the last model used there, else by its default, else by its first', async () => {
    const { page } = await newPerson();
    const asked = 'new?endpoint=azureOpenAI';
    expect(modelOf(await page(asked, `lastSelectedModel=openAI~${SHARED},azureOpenAI~${AT_AZURE}`))).toBe(
      AT_AZURE,
    );
    expect(modelOf(await page(asked, `lastSelectedModel=openAI~${SHARED}`))).toBe(AT_AZURE);
    expect(modelOf(await page('new?endpoint=gptPlugins', `lastSelectedModel=azureOpenAI~${AT_AZURE}`))).toBe(
      AT_AZURE,
    );
  });
});

describe('a model that makes images', () => {
  it('is chosen for one conversation, and never for the next new one', async () => {
    const image = await createImageModel();
    await vi.waitUntil(async () => (await fetch(`${web.origin()}/api/v1/models/${image}`)).ok, 20_000);
    const { post, page } = await newPerson();
    const chosen = await post({ chosenModel: image, text: 'A fox' });
    expect(chosen.headers.get('location')).toBe(`/chat/new?model=${encodeURIComponent(image)}`);
    expect(modelOf(await page(`new?model=${encodeURIComponent(image)}`))).toBe(image);
    const sent = await post({ intent: 'send', model: image, text: 'A fox' });
    for (const answer of [chosen, sent])
      expect(answer.headers.get('set-cookie') ?? '').not.toContain('lastSelectedModel');
    const [, conversationId = ''] = /\/chat\/([\w-]+)/.exec(sent.headers.get('location') ?? '') ?? [];
    expect(modelOf(await page(conversationId))).toBe(image);
    // A browser may still have such a choice from earlier.
    for (const cookie of ['', `lastSelectedModel=openAI~${image}`])
      expect(modelOf(await page('new', cookie))).toBe(SHARED);
  });
});
