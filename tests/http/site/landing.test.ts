import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { formatMicro } from '#app/contracts/money.ts';
import type { FeaturedList } from '#app/features/landing/models/featured.ts';
import { sampleCall } from '#app/features/landing/routing/route-question.server.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { postJson } from '#tests/fixtures/json-post.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { startWebProcess, type WebProcess } from '#tests/setup/web-process.ts';
import { useWeb } from '#tests/setup/web.ts';

// The sandbox is the only configured provider.
Object.assign(process.env, {
  OPENAI_API_KEY: '',
  DEMO_URL: 'https://demo.example/book',
  SIGNUP_CREDIT: '2500000',
});
const own = useWeb();

const priced = (micro: number) => ({
  rules: [{ rates: { input: BigInt(micro * 1e6), output: BigInt(micro * 4e6) } }],
});
const PICTURES = { rules: [{ rates: { image: 40_000_000_000n } }] };

/** Without providers, without an address for a demo, and with closed registration. */
let bare: WebProcess | undefined;
beforeAll(async () => {
  await emptyTables();
  await createModel({ capabilities: ['streaming'], offers: [{ provider: 'sandbox', price: priced(1) }] });
  await createModel({
    id: 'sandbox/able',
    name: 'Able',
    capabilities: ['streaming', 'tools', 'json_object'],
    offers: [{ provider: 'sandbox-b', price: priced(2) }],
  });
  await createModel({
    id: 'acme/painter',
    name: 'Painter',
    supports: ['text-to-image'],
    contextTokens: 0,
    offers: [{ provider: 'bfl', price: PICTURES }],
  });
  for (let number = 1; number <= 5; number += 1)
    await createModel({
      id: `acme/more-${number}`,
      name: `More ${number}`,
      offers: [{ provider: 'sandbox' }],
    });
  await change(AUTOCOMMIT, "UPDATE models SET featured = 1 WHERE id IN ('acme/painter', 'sandbox/able')");
  // Only the full run has a web process with other settings.
  if (IS_FULL)
    bare = await startWebProcess({
      SANDBOX: '',
      OPENAI_BASE_URL: '',
      DEMO_URL: '',
      ALLOW_REGISTRATION: 'false',
    });
}, 180_000);
afterAll(() => bare?.stop());

const bodyOf = async (answer: Response) =>
  (await answer.text()).replaceAll(/<script\b[\s\S]*?<\/script>/g, '').replaceAll('<!-- -->', '');
async function page(query = '', { origin = own.origin(), language = 'en-US' } = {}) {
  const answer = await fetch(`${origin}/${query}`, { headers: { 'accept-language': language } });
  expect(answer.status).toBe(200);
  return bodyOf(answer);
}

/** A part of the page, from its heading on. */
const part = (html: string, heading: string) =>
  new RegExp(`<section(?:(?!</section>)[\\s\\S])*?<h2[^>]*>${heading}</h2>[\\s\\S]*?</section>`).exec(
    html,
  )?.[0] ?? '';
const models = (html: string) => part(html, 'Featured models');
const rows = (html: string) => [...models(html).matchAll(/href="\/models\/([^"]+)"/g)].map(([, id]) => id);
const asked = async (query: string) =>
  (await (await fetch(`${own.origin()}/api/hub/featured${query}`)).json()) as FeaturedList;

describe('the landing page in its first byte', () => {
  it('links to the playground and the models, and shows all its sections', async () => {
    const html = await page();
    expect(html).toMatch(/<a [^>]*href="\/chat\/new"[^>]*>Playground<\/a>/);
    expect(html).toMatch(/<a [^>]*href="\/models"[^>]*>LLMs<\/a>/);
    expect(html).toMatch(/<p class="sr-only">A planner agent [^<]+<\/p>/);
    for (const title of [
      'Unified API',
      'A2A Protocol',
      'Load Balancing',
      'Fallbacks',
      'Cost Metrics',
      'Performance Metrics',
    ])
      expect(html).toContain(`>${title}</h3>`);
    const code = part(html, 'Call it from anywhere').replaceAll('&quot;', '"').replaceAll('&#x27;', "'");
    for (const call of [
      'urllib.request.Request(',
      'await fetch("',
      `curl '${own.origin()}/api/v1/chat/completions'`,
    ])
      expect(code).toContain(call);
  });

  it('offers a visitor a key, a demo and the chat, and a signed-in user none of it', async () => {
    const offer = part(await page(), 'Get Your API Key');
    const links = [...offer.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    expect(links).toEqual(['/register?redirectTo=/keys', 'https://demo.example/book', '/chat/new']);
    const { userId } = await createAccount();
    expect(await bodyOf(await own.as(userId)('/'))).not.toContain('Get Your API Key');
  });

  it('tells a visitor the credit of a new account, and a signed-in user none', async () => {
    expect(await page()).toContain('New accounts get $2.50 in credits.');
    expect(await page('', { language: 'ja-JP' })).toContain('新規アカウントに $2.50 のクレジットを進呈');
    const { userId } = await createAccount();
    expect(await bodyOf(await own.as(userId)('/'))).not.toContain('in credits');
  });

  it.each(IS_FULL ? ['closed'] : [])(
    'links no demo if none is set, and no registration if it is %s',
    async () => {
      const offer = part(await page('', { origin: bare!.origin }), 'Get Your API Key');
      const links = [...offer.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
      expect(links).toEqual(['/login?redirectTo=/keys', '/chat/new']);
    },
  );

  it.each(['ar-EG', 'ja-JP'])('has all its texts in %s', async (language) => {
    const html = await page('', { language });
    for (const words of ['Featured models', 'Skipped', 'input tokens', 'Unified API'])
      expect(html).not.toContain(words);
  });
});

describe('its featured models', () => {
  it('are five that answer here: featured ones first', async () => {
    const html = models(await page());
    const [first, ...more] = rows(html);
    expect(first).toBe('sandbox/able');
    expect(more).toHaveLength(4);
    expect(more).not.toContain('acme/painter');
    expect(html).toContain('$2.00 / MTok in');
    expect(html).toContain('$8.00 / MTok out');
    expect(html).toContain('128K context');
    expect(html).not.toContain('Unavailable here');
    const images = models(await page('?tab=image'));
    expect(images).toContain('$0.040 / image');
    expect(images.match(/Unavailable here/g)).toHaveLength(1);
  });

  it.each([
    ['?tab=image', ['acme/painter']],
    ['?tab=video', []],
    ['?q=pAINt', ['acme/painter']],
    ['?q=able&tab=image', ['sandbox/able']],
    ['?q=no+such+thing', []],
  ])('are filtered on the server by %s, as by the call', async (query, ids) => {
    const html = await page(query);
    expect(rows(html)).toEqual(ids);
    expect((await asked(query)).models.map(({ id }) => id)).toEqual(ids);
    if (ids.length === 0) expect(models(html)).toContain('No models found for this category.');
  });

  it('disable the tabs during a search, and show the query', async () => {
    const links = (html: string) =>
      [...models(html).matchAll(/href="\/\?tab=(\w+)#models"/g)].map(([, tab]) => tab);
    expect(links(await page('?tab=text'))).toEqual(['image', 'text', 'video']);
    const html = models(await page('?q=%22%3E%3Cb%3E&tab=video'));
    expect(links(html)).toEqual([]);
    expect(html.match(/<span data-off/g)).toHaveLength(3);
    expect(html).toContain('value="&quot;&gt;&lt;b&gt;"');
  });
});

describe('its router', () => {
  const line = async (query: string) => part(await page(query), 'Intelligent model selection');
  const chosen = (html: string) => [...html.matchAll(/href="\/models\/([^"]+)"/g)].map(([, id]) => id);
  const current = (html: string) =>
    /<a aria-current="true"[^>]*href="\/\?kind=(\w+)#routing"/.exec(html)?.[1];
  const quoted = async (body: object) => {
    const { value } = await createKey();
    const answer = await postJson(`${own.origin()}/api/v1/quote`, body, { bearer: value });
    const { candidates } = (await answer.json()) as {
      candidates: {
        model: string;
        input_tokens: number;
        max_output_tokens: number;
        price: { tariff: [{ rates: { prompt: string; completion: string } }] };
      }[];
    };
    const [first] = candidates as [(typeof candidates)[0]];
    const [{ rates }] = first.price.tariff;
    const micro =
      first.input_tokens * Number(rates.prompt) * 1e6 +
      first.max_output_tokens * Number(rates.completion) * 1e6;
    return { models: candidates.map(({ model }) => model), cost: formatMicro(BigInt(Math.round(micro))) };
  };

  it.each(['question', 'tools'] as const)(
    'shows for the kind %s the model that parlance/auto would choose, at its price',
    async (kind) => {
      const { body } = sampleCall(kind, 'en-US');
      expect(body.model).toBe(AUTO_MODEL);
      const html = await line(`?kind=${kind}`);
      const { models: wanted, cost } = await quoted(body);
      expect(chosen(html)).toEqual(wanted);
      expect(html).toContain(`Up to ${cost}`);
      expect(current(html)).toBe(kind);
    },
  );

  it('answers a typed question, shows it as typed, and takes it to a chat with the chosen model', async () => {
    const text = 'Why do "tides" <b>turn</b> & return?';
    const html = await line(`?${new URLSearchParams({ ask: text, kind: 'tools' })}`);
    const messages = [{ role: 'user', content: text }];
    const { models: wanted, cost } = await quoted({ model: AUTO_MODEL, messages, max_tokens: 1000 });
    expect(chosen(html)).toEqual(wanted);
    expect(html).toContain(`Up to ${cost}`);
    expect(current(html)).toBeUndefined();
    const escaped = 'Why do &quot;tides&quot; &lt;b&gt;turn&lt;/b&gt; &amp; return?';
    expect(html).toContain(`type="hidden" name="prompt" value="${escaped}"`);
    expect(html).toContain(`type="hidden" name="model" value="${wanted[0]}"`);
  });

  it('says why other models are skipped, and that none fits', async () => {
    expect(await line('?kind=tools')).toContain('No tools:');
    const report = await line('?kind=report');
    expect(report).toContain('No model available here can do this.');
    expect(report).toContain('Context too small:');
    expect(report).not.toContain('Ask in chat');
  });

  it.each(['?kind=nothing', '?kind=question&kind=tools&ask=%20', '?ask='])(
    'falls back to the first kind for %s',
    async (query) => {
      expect(current(await line(query))).toBe('question');
    },
  );

  it('reads the beginning of a question that is too long', async () => {
    expect(await line(`?ask=${'long%20'.repeat(1000)}`)).toMatch(/name="ask"[^>]*value="(?:long ){99}long"/);
  });

  it.each(IS_FULL ? ['nothing'] : [])('says so if %s can be called', async () => {
    const html = part(await page('', { origin: bare!.origin }), 'Intelligent model selection');
    expect(html).toContain('No models are available here right now');
    expect(html).not.toContain('href="/models/');
  });
});
