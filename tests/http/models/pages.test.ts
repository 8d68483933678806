import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { insertRow } from '#tests/factories/insert-row.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { useWeb } from '#tests/setup/web.ts';

const FOUR_TIMES = { rules: [{ rates: { input: 4_000_000n, output: 16_000_000n } }] };
const BY_LENGTH = {
  rules: [
    { rates: { input: 1_000_000n, output: 4_000_000n } },
    { when: { promptTokensAbove: 200_000 }, rates: { input: 2_000_000n } },
  ],
};
const PICTURES = { rules: [{ rates: { firstMegapixel: 30_000_000_000n, megapixel: 15_000_000_000n } }] };
const HOSTILE = '<script>alert(1)</script>';

// The sandbox is the only configured provider.
Object.assign(process.env, { OPENAI_API_KEY: '' });

beforeAll(async () => {
  await emptyTables();
  await createModel({
    offers: [
      { provider: 'sandbox-b', price: FOUR_TIMES },
      { provider: 'sandbox', price: BY_LENGTH },
    ],
  });
  await createModel({
    id: 'acme/painter',
    name: 'Painter',
    supports: ['text-to-image'],
    offers: [{ provider: 'bfl', dialect: 'ideogram', price: PICTURES }],
  });
  await createModel({
    id: 'acme/hostile',
    name: HOSTILE,
    offers: [{ provider: 'openai', price: FOUR_TIMES }],
  });
  await change(
    AUTOCOMMIT,
    "UPDATE models SET shutdown_on = '2999-01-14', description = 'Answers quickly.' WHERE id = ?",
    [TEST_MODEL],
  );
  await insertRow('model_aliases', {
    alias: 'sandbox/tiny',
    model_id: TEST_MODEL,
    retired_on: '2026-10-23',
    created_at: new Date(),
  });
});
const web = useWeb();
afterAll(() => emptyTables());

/** A page for a reader without scripts. */
async function pageOf(path: string, { status = 200, language = 'en-US', userId = '' } = {}): Promise<string> {
  const ask = userId ? web.as(userId) : (to: string, init: RequestInit) => fetch(web.origin() + to, init);
  const answer = await ask(path, { headers: { 'accept-language': language } });
  expect(answer.status).toBe(status);
  return (await answer.text()).replaceAll(/<script\b[\s\S]*?<\/script>/g, '').replaceAll('<!-- -->', '');
}

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
const cardsOf = (html: string) => [...html.matchAll(/<h2[^>]*><a[^>]*href="([^"]+)"/g)].map(([, to]) => to);

describe('GET /models', () => {
  it('has the models that answer here, and all of them by a link, first those that answer', async () => {
    const html = await pageOf('/models');
    expect(cardsOf(html)).toEqual([`/models/${TEST_MODEL}`]);
    expect(html).toMatch(/href="\/models\?show=all"[^>]*>Show 2 unavailable/);
    const all = cardsOf(await pageOf('/models?show=all&sort=dearest'));
    expect(all).toEqual([`/models/${TEST_MODEL}`, '/models/acme/hostile', '/models/acme/painter']);
  });

  it('has every model in its first byte, with its price, its id and a link to the chat', async () => {
    const html = await pageOf('/models?show=all');
    expect(textOf(html)).toContain('$1.00 / MTok in · varies $4.00 / MTok out');
    expect(textOf(html)).toContain('$0.030 / first megapixel');
    expect(html).toContain(`href="/chat/new?model=${encodeURIComponent(TEST_MODEL)}"`);
    expect(html.match(/href="\/chat\/new\?model/g), 'for what answers alone').toHaveLength(1);
    expect(textOf(html)).toContain('Not yet available');
    expect(textOf(html)).toContain('Unavailable here');
  });

  it('has a title, a description and one canonical address', async () => {
    const html = await pageOf('/models?tab=image');
    expect(html).toContain('<title>Models · ');
    expect(html).toMatch(/<meta name="description" content="Text, image and video/);
    expect(html).toMatch(/<link rel="canonical" href="[^"?]+\/models"/);
  });

  it('shows a tab, a search, a filter and an order by its address', async () => {
    expect(cardsOf(await pageOf('/models?tab=image&show=all'))).toEqual(['/models/acme/painter']);
    expect(cardsOf(await pageOf('/models?q=quickly'))).toEqual([`/models/${TEST_MODEL}`]);
    const images = cardsOf(await pageOf('/models?modality=text-to-image&show=all'));
    expect(images).toEqual(['/models/acme/painter']);
  });

  it('searches all models, whatever tab was selected, and disables the tabs meanwhile', async () => {
    const html = await pageOf('/models?q=painter&tab=text');
    expect(cardsOf(html)).toEqual(['/models/acme/painter']);
    expect(html).toContain('value="painter"');
    expect(html.match(/aria-disabled="true"/g)).toHaveLength(4);
    expect(html).not.toContain('tab=video');
  });

  it('filters by maker, price, context and capability; an address has every combination', async () => {
    const shownBy = async (query: string) => cardsOf(await pageOf(`/models?show=all&${query}`));
    expect(await shownBy('maker=acme&sort=name')).toEqual(['/models/acme/hostile', '/models/acme/painter']);
    expect(await shownBy('maker=acme&maker=sandbox&price=upTo1')).toEqual([`/models/${TEST_MODEL}`]);
    expect(await shownBy('price=free')).toEqual([]);
    expect(await shownBy('tab=text&context=128k&capability=tools')).toEqual([
      `/models/${TEST_MODEL}`,
      '/models/acme/hostile',
    ]);
    expect(await shownBy('context=1m')).toEqual([]);
    expect(await shownBy('context=128k&capability=vision')).toEqual([]);
  });

  it('has each active filter as a link that removes it, and one that clears all', async () => {
    const html = await pageOf('/models?maker=sandbox&price=upTo5&context=32k&show=all&view=table');
    const hrefOf = (label: string) =>
      new RegExp(`<a [^>]*aria-label="Remove filter ${label}"[^>]*>`)
        .exec(html)?.[0]
        .match(/href="([^"]+)"/)?.[1];
    expect(hrefOf('Sandbox')).toBe('/models?price=upTo5&amp;context=32k&amp;view=table&amp;show=all');
    expect(hrefOf(String.raw`Up to \$5 / MTok in`)).toBe(
      '/models?maker=sandbox&amp;context=32k&amp;view=table&amp;show=all',
    );
    expect(hrefOf(String.raw`32K\+ context`)).toBe(
      '/models?maker=sandbox&amp;price=upTo5&amp;view=table&amp;show=all',
    );
    expect(html).toMatch(/href="\/models\?view=table&amp;show=all"[^>]*>Clear filters/);
  });

  it('offers to clear the filters, or the search, of an empty list', async () => {
    const filtered = await pageOf('/models?context=1m');
    expect(filtered.split('No models available')[1]).toMatch(/href="\/models"[^>]*>Clear filters/);
    const searched = await pageOf('/models?q=zzz');
    expect(searched.split('No models available')[1]).toMatch(/href="\/models"[^>]*>Clear search/);
  });

  it('ignores a maker without models, and says so', async () => {
    const html = await pageOf('/models?maker=nobody&maker=sandbox');
    expect(cardsOf(html)).toEqual([`/models/${TEST_MODEL}`]);
    expect(textOf(html)).toContain('Ignored an unknown filter.');
    expect(html).not.toContain('Remove filter nobody');
  });

  it('is a table by its address or by the stored view, sorted by the heads of its columns', async () => {
    const html = await pageOf('/models?view=table&show=all&sort=-name');
    const rowsOf = (page: string) =>
      [...page.matchAll(/<th scope="row".*?href="([^"]+)"/g)].map(([, to]) => to);
    expect(rowsOf(html)).toEqual([`/models/${TEST_MODEL}`, '/models/acme/painter', '/models/acme/hostile']);
    expect(html).toMatch(
      /aria-sort="descending"[^>]*><a [^>]*href="\/models\?sort=name&amp;view=table&amp;show=all"/,
    );
    expect(textOf(html)).toMatch(/Small Sandbox .*\$1\.00 \$4\.00 128K – Text → Text/);
    expect(textOf(html)).toContain('– $0.030 / first megapixel 128K – Text → Image');
    const stored = await fetch(`${web.origin()}/models`, { headers: { cookie: 'modelView=table' } });
    expect(rowsOf(await stored.text())).toEqual([`/models/${TEST_MODEL}`]);
  });

  it('has a check box for each model in a form that opens the comparison', async () => {
    for (const view of ['cards', 'table']) {
      const html = await pageOf(`/models?show=all&view=${view}`);
      const boxes = [...html.matchAll(/<input type="checkbox"[^>]*name="ids"[^>]*>/g)].map(([box]) => box);
      expect([view, boxes.length]).toEqual([view, 3]);
      for (const box of boxes) expect(box).toContain('form="compare"');
    }
    expect(await pageOf('/models')).toMatch(/<form[^>]*action="\/models\/compare"[^>]*id="compare"/);
  });

  it.each([
    ['/models?tab=video', 'No video models available'],
    ['/models?tab=text&modality=text-to-image', 'No text models available'],
    ['/models?q=zzz', 'No models available matching your search'],
  ])('shows for %s that there is nothing, and what to do', async (path, words) => {
    const text = textOf(await pageOf(path));
    expect(text).toContain(words);
    expect(text).toContain('Try switching to a different tab or adjusting your search');
  });

  it('shows untrusted text as text', async () => {
    expect(await pageOf('/models?show=all')).toContain('&lt;script&gt;alert(1)');
    expect(await pageOf(`/models?q=${encodeURIComponent(HOSTILE)}"`)).not.toContain(HOSTILE);
  });

  it('starts again if the model of the cursor is gone, and says so', async () => {
    const html = await pageOf('/models?q=quickly&cursor=gone/model');
    expect(cardsOf(html)).toEqual([`/models/${TEST_MODEL}`]);
    expect(textOf(html)).toContain('The list has changed; starting from the top.');
    expect(textOf(html)).not.toContain('Back to the first page');
  });

  it('says what it shows instead of an unknown kind, order and filter', async () => {
    const text = textOf(await pageOf('/models?tab=smell&sort=size&modality=text-to-smell'));
    expect(text).toContain('Unknown model type; showing all.');
    expect(text).toContain('Unknown sort order; showing featured models first.');
    expect(text).toContain('Ignored an unknown filter.');
    expect(textOf(await pageOf('/models?tab=image&sort=newest'))).not.toContain('Unknown sort order');
  });

  it('is in the language of its reader', async () => {
    expect(textOf(await pageOf('/models?q=zzz', { language: 'ja-JP' }))).toContain(
      '検索に一致するモデルがありません',
    );
    expect(textOf(await pageOf('/models', { language: 'ar-EG' }))).toContain('النماذج');
  });
});

describe('GET /models/:provider/:modelName', () => {
  const path = `/models/${TEST_MODEL}`;

  it('shows the price, the providers, samples and the parameters', async () => {
    const text = textOf(await pageOf(path));
    for (const words of [
      '$1.00 / MTok in · varies',
      '128K context',
      'Answers quickly.',
      'Sandbox B',
      'Above 200,000 prompt tokens: $2.00 / MTok in',
      'PARLANCE_API_KEY',
      'Show optional fields',
      'This model will be discontinued on 2999-01-14.',
    ])
      expect(text).toContain(words);
    expect(text).toMatch(/model string required .*messages array required .*temperature number 0 … 2/);
  });

  it('says what it shows instead of an unknown section, column and resolution', async () => {
    const text = textOf(await pageOf(`${path}?tab=smell&sort=size&resolution=9K`));
    expect(text).toContain('Unknown section; showing everything.');
    expect(text).toContain('Can’t sort by that column; showing the default order.');
    expect(text).toContain('Unknown resolution; using the first one.');
  });

  it('shows one section by its tab, and all again by the same tab', async () => {
    const html = await pageOf(`${path}?tab=parameters`);
    expect(html).not.toContain('id="providers"');
    expect(html).toMatch(
      new RegExp(`href="${path}" aria-current="true"|aria-current="true"[^>]*href="${path}"`),
    );
  });

  it('orders the offers by a column, in both directions', async () => {
    const namesOf = (html: string) =>
      [...html.split('</table>')[0]!.matchAll(/<th scope="row"[^>]*><bdi[^>]*>([^<]+)/g)].map(
        ([, name]) => name,
      );
    expect(namesOf(await pageOf(`${path}?sort=input`))).toEqual(['Sandbox', 'Sandbox B']);
    const turned = await pageOf(`${path}?sort=-input`);
    expect(namesOf(turned)).toEqual(['Sandbox B', 'Sandbox']);
    expect(turned).toContain('aria-sort="descending"');
  });

  it('calculates with the price that would be charged', async () => {
    const text = textOf(await pageOf(`${path}?in=300000&out=1000`));
    expect(text).toContain('Sandbox $0.604');
    expect(text).toContain('Sandbox B $1.216');
    expect(textOf(await pageOf('/models/acme/painter?images=3'))).toContain('Black Forest Labs $0.09');
  });

  it('shows the error of an amount, and keeps it', async () => {
    const html = await pageOf(`${path}?in=1.5`);
    expect(textOf(html)).toContain('Enter a whole number from 0 to 100,000,000.');
    expect(html).toContain('value="1.5"');
    await pageOf(`${path}?in=${'9'.repeat(5000)}`);
  });

  it('gives the reason why a model cannot be called, and offers no chat with it', async () => {
    const html = await pageOf('/models/acme/painter');
    expect(textOf(html)).toContain('This model can’t be used here yet');
    expect(textOf(html)).toContain('No description available');
    expect(html).not.toContain('/chat/new?model');
  });

  it('redirects a retired id to its successor, which says so, and trusts no address', async () => {
    const answer = await fetch(`${web.origin()}/models/sandbox/tiny`, { redirect: 'manual' });
    expect(answer.status).toBe(302);
    const to = answer.headers.get('location')!;
    expect(to).toBe(`${path}?from=sandbox%2Ftiny`);
    expect(textOf(await pageOf(to))).toContain('sandbox/tiny was discontinued on 2026-10-23.');
    expect(textOf(await pageOf(`${path}?from=acme/painter`))).not.toContain('was discontinued');
  });

  it('has a page for the automatic model, which lists its candidates', async () => {
    const html = await pageOf('/models/parlance/auto');
    expect(html).toContain(`href="/models/${TEST_MODEL}"`);
    expect(html).not.toContain('href="/models/acme/painter"');
    expect(textOf(html)).toContain('Chooses from');
  });

  it('suggests similar models for an unknown one', async () => {
    const html = await pageOf('/models/sandbox/smal', { status: 404 });
    expect(textOf(html)).toContain('Model not found');
    expect(html).toContain(`href="${path}"`);
    await pageOf(`/models/a/${'x'.repeat(3000)}`, { status: 404 });
  });
});

describe('actions of a signed-in user on the page of a model', () => {
  const path = `/models/${TEST_MODEL}`;
  const press = (userId: string, act: string) =>
    web.as(userId)(path, { method: 'POST', body: new URLSearchParams({ act }) });

  it('makes it the default', async () => {
    const { userId } = await createAccount();
    expect(await pageOf(path, { userId })).toContain('Make default model');
    expect((await press(userId, 'default-model')).status).toBe(303);
    expect(textOf(await pageOf(path, { userId }))).toContain('Your default model');
  });

  it('shows the user’s own key in the samples only on request, and records it', async () => {
    const [{ userId }, other] = [await createAccount(), await createAccount()];
    const { value, keyId } = await addKey(userId);
    await addKey(other.userId);
    expect(await pageOf(path, { userId })).not.toContain(value);
    const answer = await press(userId, 'reveal-key');
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(await answer.text()).toContain(value);
    const audit = await selectRows<{ details: string }>(AUTOCOMMIT, 'SELECT * FROM audit_entries', []);
    expect(JSON.stringify(audit)).toContain(keyId);
  });

  it('are not available to others', async () => {
    const answer = await fetch(web.origin() + path, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ act: 'reveal-key' }),
      headers: { origin: web.origin() },
    });
    expect(answer.headers.get('location')).toContain('/login?redirectTo=');
  });
});

describe('GET /models/compare', () => {
  it('shows models side by side, reports unknown ones, and accepts four at most', async () => {
    const html = await pageOf(`/models/compare?ids=${TEST_MODEL},acme/painter&ids=no/body`);
    expect(textOf(html)).toMatch(
      /Sandbox Small .*Painter .*\$1\.00 \/ MTok in .*\$0\.030 \/ first megapixel/,
    );
    expect(textOf(html)).toContain('Not found: no/body');
    expect(html).toContain('<option value="acme/hostile">');
  });

  it('shows the first four of five, and names the omitted one', async () => {
    for (const name of ['Fourth', 'Fifth'])
      await createModel({ id: `acme/${name.toLowerCase()}`, name, offers: [] });
    const four = [TEST_MODEL, 'acme/painter', 'acme/hostile', 'acme/fourth'];
    const five = () => pageOf(`/models/compare?ids=no/body,${four.join(',')},acme/fifth`);
    // The catalogue is read once a second.
    await expect.poll(async () => textOf(await five())).toContain('Up to 4 models. Not shown: Fifth');
    const html = await five();
    expect(textOf(html)).toContain('Not found: no/body');
    for (const id of four) expect(html).toContain(`href="/models/${id}"><bdi>`);
    expect(html).not.toContain('href="/models/acme/fifth"><bdi>');
  });

  it('explains itself while no model is selected', async () => {
    expect(textOf(await pageOf('/models/compare'))).toContain('Nothing to compare yet');
  });
});
