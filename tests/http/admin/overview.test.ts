import { beforeEach, expect, it } from 'vitest';
import { redis } from '#app/core/platform/redis.ts';
import { UNKNOWN, type OfferHealth } from '#app/core/routing/health/offer-health.ts';
import { newId } from '#app/core/platform/ids.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { insertRow } from '#tests/factories/insert-row.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { useWeb } from '#tests/setup/web.ts';

const web = useWeb();
let admin: string;

beforeEach(async () => {
  await emptyTables();
  await redis().del('offers:health');
  admin = (await createAccount({ role: 'ADMIN' })).userId;
});

const pageOf = async (path: string) =>
  (await (await web.as(admin)(path)).text())
    .replaceAll(/<script\b[\s\S]*?<\/script>/g, '')
    .replaceAll('<!-- -->', '');

/** The counts in links, by target. */
async function counts(): Promise<Record<string, string>> {
  const links = (await pageOf('/admin')).matchAll(/<a [^>]*href="(\/admin[^"]*)"[^>]*>([\s\S]*?)<\/a>/g);
  const found = [...links].flatMap(([, path, inner]) => {
    const [, count] = /tabular-nums[^>]*>([^<]*)</.exec(inner!) ?? [];
    return count === undefined ? [] : [[path!, count] as const];
  });
  return Object.fromEntries(found);
}

async function openBreaker(): Promise<void> {
  const offer = await selectRow<{ id: string }>(AUTOCOMMIT, 'SELECT id FROM offers');
  const now = Date.now();
  const health: OfferHealth = {
    ...UNKNOWN,
    countedAt: now,
    faults: 3,
    inARow: 3,
    lastFault: 'provider_unavailable',
    openedAt: now,
    openUntil: now + 3_600_000,
    openings: 1,
  };
  await redis().hSet('offers:health', offer!.id, JSON.stringify(health));
}

it('counts open tasks', async () => {
  expect(await counts()).toEqual({
    '/admin/payments': '0',
    '/admin/jobs': '0',
    '/admin/providers': '0',
    '/admin#reconciliation': '0',
    '/admin/catalogue': '0',
  });
  const now = new Date();
  const purchase = { provider: 'stripe', currency: 'usd', paid_micro: 1, created_at: now };
  for (const state of ['unmatched', 'unmatched', 'refused', 'credited'])
    await insertRow('purchases', { ...purchase, id: newId(), payment_id: newId(), state });
  const job = { job: 'title', payload: '{}', tries: 12, due_at: now, created_at: now };
  await insertRow('follow_ups', { ...job, id: newId(), subject: 'a', failed_at: now });
  await insertRow('follow_ups', { ...job, id: newId(), subject: 'b', failed_at: null });
  await createModel();
  await change(AUTOCOMMIT, "UPDATE offers SET confidence = 'D'");
  await openBreaker();
  const pass = { pass_on: now.toISOString().slice(0, 10), checked_at: now, compared: 9 };
  const examples = JSON.stringify(['account <b>x</b>: balance 5, ledger 4']);
  await insertRow('reconciliations', { ...pass, what: 'balances', mismatches: 3, examples });
  await insertRow('reconciliations', { ...pass, what: 'usage', mismatches: 0, examples: '[]' });
  await expect.poll(counts).toEqual({
    '/admin/payments': '2',
    '/admin/jobs': '1',
    '/admin/providers': '1',
    '/admin#reconciliation': '3',
    '/admin/catalogue': '1',
  });
  const html = await pageOf('/admin');
  for (const words of ['3 mismatches', 'Match', 'account &lt;b&gt;x&lt;/b&gt;: balance 5, ledger 4'])
    expect(html).toContain(words);
});

it('shows an open breaker with its error and end, at its provider and among its offers', async () => {
  await createModel();
  await openBreaker();
  await expect.poll(() => pageOf('/admin/providers')).toContain('sandbox/small');
  for (const html of [await pageOf('/admin/providers'), await pageOf('/admin/providers?provider=sandbox')]) {
    expect(html).toContain('provider_unavailable');
    expect(html).toContain('retries');
    expect(html).toContain('3 in a row');
  }
  expect(await pageOf('/admin/providers')).toContain('1 open');
});
