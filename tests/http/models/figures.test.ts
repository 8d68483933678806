import { beforeAll, expect, it } from 'vitest';
import { NO_FIGURES } from '#app/contracts/catalogue/offer-figures.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { insertRow } from '#tests/factories/insert-row.ts';
import { useWeb } from '#tests/setup/web.ts';

// The sandbox is the only configured provider.
Object.assign(process.env, { OPENAI_API_KEY: '' });
beforeAll(() => createModel({ offers: [{ provider: 'sandbox' }, { provider: 'sandbox-b' }] }));
const web = useWeb();
const path = `/models/${TEST_MODEL}`;

async function pageText(): Promise<string> {
  const html = await (await fetch(web.origin() + path, { headers: { 'accept-language': 'en-US' } })).text();
  const shown = html.replaceAll(/<script\b[\s\S]*?<\/script>/g, '').replaceAll('<!-- -->', '');
  return shown.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

const offerOf = (provider: string) =>
  selectRow<{ id: string }>(AUTOCOMMIT, 'SELECT id FROM offers WHERE model_id = ? AND provider = ?', [
    TEST_MODEL,
    provider,
  ]);

/** Calls of one past hour. */
async function insertHour(provider: string, hoursAgo: number, calls: Record<string, number>) {
  await insertRow('offer_hours', {
    offer_id: (await offerOf(provider))!.id,
    hour_at: new Date(Date.now() - hoursAgo * 3_600_000),
    counted_at: new Date(),
    ...calls,
  });
}

it('shows the recent figures of each offer, and a dash without calls', async () => {
  await insertHour('sandbox-b', 48, {
    answered: 199,
    failed: 1,
    first_token_ms: 199 * 420,
    timed_tokens: 870,
    timed_ms: 10_000,
  });
  const text = await pageText();
  expect(text).toMatch(/Sandbox B – 99\.5% – 0\.42 s – 87/);
  expect(text).toMatch(/Sandbox – – – – – – /);
  const answer = await fetch(`${web.origin()}/api/hub${path}/figures`);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
  const { providers } = (await answer.json()) as { providers: unknown[] };
  expect(providers).toEqual([
    expect.objectContaining({ slug: 'sandbox', day: NO_FIGURES.day, month: NO_FIGURES.month }),
    expect.objectContaining({
      slug: 'sandbox-b',
      day: NO_FIGURES.day,
      month: { calls: 200, uptime: 0.995, firstTokenMs: 420, tokensPerSecond: 87 },
    }),
  ]);
  expect((await fetch(`${web.origin()}/api/hub/models/no/body/figures`)).status).toBe(404);
});

it('returns to programs the uptime of each offer over the last day, rounded down', async () => {
  await insertHour('sandbox', 1, { answered: 2, failed: 1, first_token_ms: 0, timed_tokens: 0, timed_ms: 0 });
  const answer = await fetch(`${web.origin()}/api/v1${path}/endpoints`);
  const { data } = (await answer.json()) as { data: { endpoints: unknown[] } };
  expect(data.endpoints).toEqual([
    expect.objectContaining({ tag: 'sandbox', uptime_last_1d: 66.66 }),
    expect.objectContaining({ tag: 'sandbox-b', uptime_last_1d: null }),
  ]);
});
