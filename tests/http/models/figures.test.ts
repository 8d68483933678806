import { beforeAll, expect, it } from 'vitest';
import { NO_FIGURES } from '#app/contracts/catalogue/offer-figures.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { insertRow } from '#tests/factories/insert-row.ts';
import { useWeb } from '#tests/setup/web.ts';

// The sandbox is the only provider that is set up.
Object.assign(process.env, { OPENAI_API_KEY: '' });
beforeAll(() => createModel({ offers: [{ provider: 'sandbox' }, { provider: 'sandbox-b' }] }));
const web = useWeb();
const path = `/models/${TEST_MODEL}`;

async function pageText(): Promise<string> {
  const html = await (await fetch(web.origin() + path, { headers: { 'accept-language': 'en-US' } })).text();
  const shown = html.replaceAll(/<script\b[\s\S]*?<\/script>/g, '').replaceAll('<!-- -->', '');
  return shown.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

it('says how each offer has answered lately, and a dash where nobody called', async () => {
  const offer = await selectRow<{ id: string }>(
    AUTOCOMMIT,
    "SELECT id FROM offers WHERE model_id = ? AND provider = 'sandbox-b'",
    [TEST_MODEL],
  );
  await insertRow('offer_hours', {
    offer_id: offer!.id,
    hour_at: new Date(Date.now() - 2 * 24 * 3_600_000),
    answered: 199,
    failed: 1,
    first_token_ms: 199 * 420,
    timed_tokens: 870,
    timed_ms: 10_000,
    counted_at: new Date(),
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
