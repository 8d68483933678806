import { describe, expect, it } from 'vitest';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { textOf, useModelPages } from './model-pages.ts';

const { web, pageOf } = useModelPages();

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

  it('has the parameters of its own kind of call', async () => {
    const text = textOf(await pageOf('/models/acme/painter?tab=parameters'));
    expect(text).toContain('POST /api/v1/images/generations');
    expect(text).toMatch(/model string required .*prompt string required/);
    expect(text).not.toContain('temperature');
  });

  it('has its chat, its samples and its comparison before everything else', async () => {
    const html = await pageOf(`${path}?tab=providers`);
    const places = [`href="/chat/new?model=`, `href="${path}#api"`, 'href="/models/compare?ids=', '<table'];
    const found = places.map((place) => html.indexOf(place, html.indexOf('<h1')));
    expect(found).not.toContain(-1);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
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
