import { beforeEach, describe, expect, it } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useWeb } from '#tests/setup/web.ts';

useEngine();
const web = useWeb();

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

type Fields = Record<string, string>;

async function newPerson() {
  const { userId } = await createAccount({ creditMicro: 10_000_000n });
  const call = web.as(userId);
  const ask = (body: object) => call('/api/ask/bingAI', jsonPost({ text: TEXT, model: BING, ...body }));
  /** A form of the chat's page, as a browser without scripts posts it. */
  const post = (conversationId: string, fields: Fields) => {
    const body = new URLSearchParams({ model: BING, ...fields });
    return call(`/chat/${conversationId}`, { method: 'POST', body, redirect: 'manual' });
  };
  const page = async (address: string, cookie = '') =>
    (await call(`/chat/${address}`, { headers: { cookie } })).text();
  const read = async (conversationId: string) =>
    (await (await call(`/api/convos/${conversationId}`)).json()) as Record<string, unknown>;
  return { userId, call, ask, post, page, read };
}

const idIn = (answer: Response) => /\/chat\/([\w-]+)/.exec(answer.headers.get('location') ?? '')![1]!;
const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
/** The selected value in a list of a page. */
const chosenIn = (html: string, name: string) => {
  const list = new RegExp(`<select[^>]*name="${name.replace('.', '\\.')}".*?</select>`, 's').exec(html)?.[0];
  return list && /<option[^>]*value="([^"]*)"[^>]*selected/.exec(list)?.[1];
};
const fieldIn = (html: string, name: string) =>
  new RegExp(`<[a-z]+[^>]*name="${name.replace('.', '\\.')}"[^>]*>`).exec(html)?.[0];

describe('a conversation with Bing, by the page', () => {
  const SYDNEY = {
    optionsShown: '1',
    'option.jailbreak': 'true',
    'option.toneStyle': 'precise',
    'option.context': 'a b c',
  };

  it('begins with the last model and options; a preset takes precedence', async () => {
    const { call, post, page, read } = await newPerson();
    const fresh = await page(`new?model=${BING}`);
    expect([chosenIn(fresh, 'option.jailbreak'), chosenIn(fresh, 'option.toneStyle')]).toEqual([
      'false',
      'creative',
    ]);
    const sent = await post('new', { intent: 'send', text: TEXT, ...SYDNEY });
    expect(await read(idIn(sent))).toMatchObject({ jailbreak: true, toneStyle: 'precise', context: 'a b c' });
    const cookie = cookiesOf(sent);
    expect(cookie).toContain('lastBingSettings=true.precise');
    const next = await page(`new?model=${BING}`, cookie);
    expect([chosenIn(next, 'option.jailbreak'), chosenIn(next, 'option.toneStyle')]).toEqual([
      'true',
      'precise',
    ]);
    const preset = { endpoint: 'bingAI', model: BING, toneStyle: 'fast', jailbreak: false };
    await call('/api/presets', jsonPost({ ...preset, defaultPreset: true }));
    const begun = await page('new', cookie);
    expect([chosenIn(begun, 'option.jailbreak'), chosenIn(begun, 'option.toneStyle')]).toEqual([
      'false',
      'fast',
    ]);
  });

  it('keeps the selection while other buttons of the form are pressed', async () => {
    const { post, page } = await newPerson();
    const opened = await post('new', { opensOptions: '1', text: 'Half', ...SYDNEY });
    const cookie = cookiesOf(opened);
    const html = await page(`new?model=${BING}&options=1`, cookie);
    expect(chosenIn(html, 'option.jailbreak')).toBe('true');
    expect(html).toContain('3 of about 7,000 tokens');
    const reset = await post('new', { resetsOptions: '1', text: '', ...SYDNEY });
    const emptied = await page(`new?model=${BING}&options=1`, cookiesOf(reset));
    expect(chosenIn(emptied, 'option.toneStyle')).toBe('precise');
    expect(emptied).not.toContain('a b c');
  });

  it('has a mode and a folded tone once it has begun, and sends suggestions', async () => {
    const { post, page, read, call } = await newPerson();
    const id = idIn(await post('new', { intent: 'send', text: TEXT, ...SYDNEY }));
    await expect.poll(async () => (await read(id))['suggestions']).toEqual(SUGGESTED);
    const html = await page(id);
    expect(chosenIn(html, 'option.jailbreak')).toBe('true');
    expect(/<details data-tone.*?name="option\.toneStyle"/s.test(html)).toBe(true);
    expect(html).toContain('Sydney');
    for (const text of SUGGESTED) expect(html).toContain(`value="${text}"`);
    await post(id, { text: 'Half a thought', opensOptions: '1' });
    const [parentMessageId = ''] =
      /name="parentMessageId" value="([^"]*)"[^>]*\/?><input[^>]*name="suggested"/.exec(html)?.slice(1) ?? [];
    const pressed = await post(id, { intent: 'send', suggested: '1', parentMessageId, text: SUGGESTED[1]! });
    expect(pressed.status).toBe(302);
    const messages = (await (await call(`/api/messages/${id}`)).json()) as Record<string, unknown>[];
    expect(messages[2]).toMatchObject({ text: SUGGESTED[1], parentMessageId });
    // A suggestion uses the same options, and the text box keeps its content.
    expect(messages[3]).toMatchObject({ sender: 'Sydney' });
    expect(await page(id)).toContain('Half a thought');
  });
});

describe('a conversation at ChatGPT’s website', () => {
  it('begins with a model of the endpoint and keeps it', async () => {
    const { post, page, read } = await newPerson();
    const fresh = await page(`new?model=${WEBSITE}`);
    expect(chosenIn(fresh, 'barModel')).toBe(WEBSITE);
    expect(fieldIn(fresh, 'opensOptions')).toBeUndefined();
    const sent = await post('new', {
      intent: 'send',
      text: TEXT,
      model: WEBSITE,
      barModel: `${WEBSITE}-2`,
    });
    const id = idIn(sent);
    expect(await read(id)).toMatchObject({ endpoint: 'chatGPTBrowser', model: `${WEBSITE}-2` });
    const html = await page(id);
    expect(fieldIn(html, 'barModel')).toBeUndefined();
    expect(fieldIn(html, 'opensOptions')).toBeUndefined();
    const offered = [...html.matchAll(/name="chosenModel" value="([^"]*)"/g)].map(([, value]) => value);
    expect(offered).toContain(`${WEBSITE}-2`);
    expect(offered).not.toContain(WEBSITE);
    expect(offered).toContain(BING);
  });
});
