import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { useWeb } from '#tests/setup/web.ts';

const web = useWeb();

beforeAll(async () => {
  await emptyTables();
  await createModel({ capabilities: ['streaming'], offers: [{ provider: 'sandbox' }] });
  await createModel({
    id: 'sandbox/able',
    name: 'Able',
    offers: [
      {
        provider: 'sandbox-b',
        price: { rules: [{ rates: { input: 2_000_000n, output: 8_000_000n } }] },
      },
    ],
  });
  await createModel({
    id: 'acme/painter',
    supports: ['text-to-image'],
    contextTokens: 0,
    offers: [{ provider: 'sandbox', price: { rules: [{ rates: { image: 40_000_000_000n } }] } }],
  });
});

const bodyOf = async (answer: Response) =>
  (await answer.text()).replaceAll(/<script\b[\s\S]*?<\/script>/g, '').replaceAll('<!-- -->', '');
const page = async (language = 'en-US') =>
  bodyOf(await fetch(web.origin(), { headers: { 'accept-language': language } }));

describe('the box of the landing page', () => {
  const start = (fields: Record<string, string>) =>
    fetch(`${web.origin()}/?index`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  /** The text of the composer of a new chat, and its model. */
  async function composerOf(answer: Response) {
    const html = await answer.text();
    return {
      text: /<textarea name="text"[^>]*>\n?([^<]*)<\/textarea>/.exec(html)?.[1],
      model: /name="model" value="([^"]*)"/.exec(html)?.[1],
    };
  }
  const HOSTILE = '</textarea><script>alert(1)</script> & "more"';
  const ESCAPED = '&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;';

  it('offers the models that answer in the chat, with their prices, and to a user the last one', async () => {
    const html = await page();
    expect(html).toMatch(/<option value="sandbox\/able"[^>]*>Able · \$8\.00 \/ MTok out</);
    expect(html).not.toContain('<option value="acme/painter"');
    const { userId } = await createAccount();
    const mine = await bodyOf(await web.as(userId)('/'));
    expect(mine).toContain('<option value="">Last used model</option>');
  });

  it.each(['ar-EG', 'ja-JP'])('has its texts in %s', async (language) => {
    const html = await page(language);
    for (const words of ['press Send', 'Continue', 'Ask anything']) expect(html).not.toContain(words);
  });

  it('keeps the text and the model of a visitor through signing up', async () => {
    const sent = await start({ prompt: HOSTILE, model: 'sandbox/able' });
    const to = new URL(sent.headers.get('location')!, web.origin());
    expect([sent.status, to.pathname]).toEqual([303, '/register']);
    expect(await (await fetch(to)).text()).toContain('name="redirectTo"');
    const back = to.searchParams.get('redirectTo')!;
    const { userId } = await createAccount();
    expect(await composerOf(await web.as(userId)(back))).toEqual({ text: ESCAPED, model: 'sandbox/able' });
  });

  it('opens a new chat for a user, and an empty box a chat without a text', async () => {
    const { userId } = await createAccount();
    const as = web.as(userId);
    const post = (prompt: string) =>
      as('/?index', {
        method: 'POST',
        body: new URLSearchParams({ prompt, model: '' }),
        redirect: 'manual',
      });
    expect((await post('Tides')).headers.get('location')).toBe('/chat/new?prompt=Tides');
    expect((await post(' ')).headers.get('location')).toBe('/chat/new');
  });

  it('keeps a text that no address can carry, with an error, and ignores a model that is none', async () => {
    const sent = await start({ prompt: '川'.repeat(700), model: 'x' });
    expect(sent.status).toBe(400);
    const html = await sent.text();
    expect(html).toContain('This text is too long for this box.');
    expect(html).toContain('川'.repeat(700));
    const other = await start({ prompt: '', model: 'm'.repeat(300) });
    expect(other.headers.get('location')).toBe(`/register?redirectTo=${encodeURIComponent('/chat/new')}`);
  });
});
