import { describe, expect, it } from 'vitest';
import { newId } from '#app/core/platform/ids.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { makePastCalls } from '#tests/fixtures/past-calls.ts';
import { useWeb } from '#tests/setup/web.ts';

const web = useWeb();

/** The page for a reader without scripts. */
async function read(userId: string, query = '', language = 'en-US'): Promise<string> {
  const answer = await web.as(userId)(`/usage${query}`, { headers: { 'accept-language': language } });
  expect(answer.status).toBe(200);
  const html = (await answer.text())
    .replaceAll(/<script\b[\s\S]*?<\/script>/g, '')
    .replaceAll('<!-- -->', '');
  return html.slice(html.indexOf('<main'), html.indexOf('</main>'));
}

/** The card of a chart, from its title on. */
function cardOf(html: string, id: string): string {
  const card = new RegExp(`<section[^>]*aria-labelledby="chart-${id}"[\\s\\S]*?</section>`).exec(html)?.[0];
  if (!card) throw new Error(`No chart ${id}`);
  return card;
}

/** The rows of a chart's table, each as its texts. */
const rowsOf = (card: string): string[] =>
  [...card.slice(card.indexOf('<tbody')).matchAll(/<tr[\s\S]*?<\/tr>/g)].map(([row]) =>
    row
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );

const hrefsOf = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));

/** A user with a key and calls of three models within the last minute. */
async function createCaller(applicationId: string | null = null) {
  const { userId } = await createAccount();
  const { keyId } = await addKey(userId, { name: 'Laptop' });
  await makePastCalls({ userId, count: 30, until: new Date(Date.now() - 4000) });
  await change(
    AUTOCOMMIT,
    `UPDATE generations SET model = CONCAT('maker/model-', prompt_tokens MOD 3), api_key_id = ?, application_id = ?
     WHERE user_id = ?`,
    [keyId, applicationId, userId],
  );
  return { userId, keyId };
}

describe('GET /usage', () => {
  it('draws each chart with its figures as a table, which add up', async () => {
    const { userId } = await createAccount();
    await makePastCalls({ userId, count: 6, until: new Date(Date.now() - 10_000) });
    const html = await read(userId, '?dateInterval=1W');
    for (const id of ['tokens', 'cost', 'models', 'errors', 'firstToken', 'keys'])
      expect(cardOf(html, id)).toContain('<h2');
    const tokens = cardOf(html, 'tokens');
    expect(tokens).toMatch(/<svg role="img" aria-label="Tokens over time: chart/);
    expect(tokens.match(/class="fill-series-1 /g)!.length).toBeGreaterThan(0);
    // For call n: n input tokens, 2n output tokens, 3n micro-dollars.
    const sums = [0, 0];
    for (const row of rowsOf(tokens)) {
      const [input, output] = row.split(' ').slice(-2).map(Number);
      sums[0]! += input!;
      sums[1]! += output!;
    }
    expect(sums).toEqual([21, 42]);
    expect(rowsOf(tokens)).toHaveLength(7);
    expect(rowsOf(cardOf(html, 'models'))).toHaveLength(5);
    expect(html).toMatch(/<dt[^>]*>Requests<\/dt><dd[^>]*><bdi[^>]*><data[^>]*>6</);
    expect(html).toContain('title="$0.000063"');
  });

  it('has the time range as links, with ALL as the default', async () => {
    const { userId } = await createCaller();
    const chosen = (html: string) => /<a [^>]*aria-current="true"[^>]*>([^<]*)<\/a>/.exec(html)?.[1];
    expect(chosen(await read(userId))).toBe('ALL');
    const day = await read(userId, '?dateInterval=1D');
    expect(chosen(day)).toBe('1D');
    expect(hrefsOf(day)).toEqual(
      expect.arrayContaining(['1D', '1W', '1M', 'ALL'].map((one) => `/usage?dateInterval=${one}`)),
    );
    expect(rowsOf(cardOf(day, 'tokens'))).toHaveLength(24);
  });

  it('sets a filter by a bar, shows it as a chip, and clears it again', async () => {
    const { userId, keyId } = await createCaller();
    const all = await read(userId, '?dateInterval=1D');
    const byModel = hrefsOf(cardOf(all, 'models')).find((href) => href.includes('model-1'))!;
    expect(byModel).toBe('/usage?model=maker%2Fmodel-1&dateInterval=1D');
    expect(hrefsOf(cardOf(all, 'keys'))).toEqual([`/usage?source=${keyId}&dateInterval=1D`]);
    const narrow = await read(userId, `?model=maker%2Fmodel-1&source=${keyId}&dateInterval=1D`);
    expect(narrow).toContain('aria-label="Remove filter: Model: maker/model-1"');
    expect(narrow).toContain('aria-label="Remove filter: API key: Laptop"');
    expect(rowsOf(cardOf(narrow, 'models'))).toHaveLength(1);
    expect(hrefsOf(narrow)).toContain(`/usage?source=${keyId}&dateInterval=1D`);
    expect(hrefsOf(narrow)).toContain('/usage?model=maker%2Fmodel-1&dateInterval=1D');
  });

  it('shows costs by application if there are any', async () => {
    const application = newId();
    const { userId } = await createCaller(application);
    const [row] = rowsOf(cardOf(await read(userId, '?dateInterval=1D'), 'applications'));
    expect(row).toBe(`${application} 30 $0.0014`);
    const { userId: without } = await createCaller();
    expect(await read(without)).not.toContain('Cost by application');
  });

  it.each([
    ['dateInterval=3M', 'There’s no time range “3M”. Showing the nearest one, 1M.'],
    ['source=%27%22%3E', 'There’s no key'],
    [`source=${newId()}`, 'Showing all keys.'],
    [`model=${'x'.repeat(161)}`, 'isn’t a model ID. Showing all models.'],
    ['tab=nothing', 'There’s no “nothing” view. Showing charts.'],
  ])('shows the nearest value for %s, and says so', async (query, words) => {
    const { userId } = await createCaller();
    const html = await read(userId, `?${query}`);
    expect(html).toContain(words);
    expect(cardOf(html, 'models')).toContain('maker/model-1');
  });

  it('treats the key of another user as unknown', async () => {
    const [own, other] = [await createCaller(), await createCaller()];
    const html = await read(own.userId, `?source=${other.keyId}&user=${other.userId}`);
    expect(html).toContain(`There’s no key “${other.keyId}” here. Showing all keys.`);
    expect(html).toContain('Tokens over time');
  });

  it('explains itself while it is empty, and what to do if a filter matches nothing', async () => {
    const { userId } = await createAccount();
    const empty = await read(userId);
    expect(empty).toContain('Loading activity data or no activity available...');
    expect(empty).toContain('Start a chat');
    const narrow = await read(userId, '?model=a%2Fb&dateInterval=1D');
    expect(narrow).toContain('No requests match the filters.');
    expect(hrefsOf(narrow)).toContain('/usage?dateInterval=ALL');
  });

  it('has growth and a choice of users for administrators only', async () => {
    const caller = await createCaller();
    const admin = await createAccount({ role: 'ADMIN' });
    const html = await read(admin.userId, '?dateInterval=1D');
    expect(html).toContain('Assigned to');
    expect(html).toMatch(/<option value="" selected="">All users<\/option>/);
    const growth = rowsOf(cardOf(html, 'growth'));
    expect(growth).toHaveLength(24);
    expect(Number(growth[0]!.split(' ').at(-1))).toBeGreaterThan(1);
    const one = await read(admin.userId, `?user=${caller.userId}&dateInterval=1D`);
    expect(one).toMatch(new RegExp(`<option value="${caller.userId}" selected="">`));
    expect(hrefsOf(one)).toContain(`/usage?user=${caller.userId}&dateInterval=1W`);
    const own = await read(caller.userId, '?dateInterval=1D');
    for (const words of ['Assigned to', 'User growth']) expect(own).not.toContain(words);
    expect(await read(admin.userId, `?user=${newId()}`)).toContain('Showing all users.');
  });

  it('is in the language of its reader, with time from left to right', async () => {
    const { userId } = await createCaller();
    const arabic = await read(userId, '?dateInterval=1D', 'ar-EG');
    expect(cardOf(arabic, 'tokens')).toContain('الرموز عبر الوقت');
    expect(cardOf(arabic, 'tokens')).toContain('<div dir="ltr" class="grid');
    expect(arabic.replaceAll(/<[^>]+>/g, '')).not.toMatch(/[\u0660-\u0669]/);
    expect(await read(userId, '?dateInterval=1D', 'ja-JP')).toContain('トークン数の推移');
  });

  it('applies the remembered filter by an inline script before anything is drawn', async () => {
    const { userId } = await createAccount();
    const html = await (await web.as(userId)('/usage')).text();
    const [, attributes, code] = /<main[\s\S]*?<script([^>]*)>([\s\S]*?)<\/script>/.exec(html)!;
    expect(attributes).toMatch(/nonce="[^"]+"/);
    const went: string[] = [];
    const kept = JSON.stringify({ user: null, model: 'a/b', source: null, dateInterval: '1W' });
    const run = (search: string) =>
      // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval -- As a browser does it.
      new Function('location', 'localStorage', 'document', code!)(
        { search, replace: (to: string) => went.push(to) },
        { getItem: (key: string) => (key === 'dashboardFilter' ? kept : null) },
        { documentElement: { style: {} } },
      );
    run('?tab=activity');
    run('?tab=activity&model=a%2Fb&dateInterval=1W');
    run('?dateInterval=ALL');
    expect(went).toEqual(['?tab=activity&model=a%2Fb&dateInterval=1W']);
  });
});
