import { describe, expect, it } from 'vitest';
import type { StreamItem } from '#app/contracts/browser-stream.ts';
import { twelveMonthsAfter } from '#app/core/ledger/lots/credit-entries.ts';
import { expireCredit } from '#app/core/ledger/lots/expiry.ts';
import { redis } from '#app/core/platform/redis.ts';
import { watchersKey } from '#app/core/realtime/user-events.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { buyCredit } from '#tests/factories/buy-credit.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { spend } from '#tests/fixtures/held-money.ts';
import { readSse } from '#tests/setup/read-sse.ts';
import { useWeb } from '#tests/setup/web.ts';

const web = useWeb();
const DAY_MS = 86_400_000;

/** The text of the page for a reader without scripts. */
async function wordsOf(userId: string, language = 'en-US'): Promise<string> {
  const answer = await web.as(userId)('/balance', { headers: { 'accept-language': language } });
  expect(answer.status).toBe(200);
  const html = (await answer.text()).replaceAll(/<(script|head)\b[\s\S]*?<\/\1>/g, '');
  return html
    .replaceAll('<!-- -->', '')
    .replaceAll(/<\/(li|p)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '');
}

/** The purchase time of credit that expires in this number of days, and that date as the page writes it. */
function bought(days: number, language = 'en-US'): { paidAt: Date; date: string } {
  const paidAt = new Date(Date.now() + days * DAY_MS);
  paidAt.setUTCFullYear(paidAt.getUTCFullYear() - 1);
  const date = new Intl.DateTimeFormat(`${language}-u-nu-latn`, { dateStyle: 'medium', timeZone: 'UTC' });
  return { paidAt, date: date.format(twelveMonthsAfter(paidAt)) };
}

describe('the balance page', () => {
  it('does not mention expiry to a user who has bought nothing', async () => {
    const { userId } = await createAccount({ creditMicro: 2_000_000n });
    const words = await wordsOf(userId);
    expect(words).not.toMatch(/expires|to expire/);
  });

  it('shows the next expiry discreetly', async () => {
    const { userId, accountId } = await createAccount({ creditMicro: 2_000_000n });
    const { paidAt, date } = bought(200);
    await buyCredit(accountId, { paidAt });
    await buyCredit(accountId);
    await spend(accountId, 450_000n);
    const words = await wordsOf(userId);
    expect(words).toContain(`Next to expire: $18.00 on ${date}.`);
    expect(words).not.toContain('expiring soon');
  });

  it('has a line for each purchase that expires within 30 days, and for the next one after', async () => {
    const { userId, accountId } = await createAccount();
    const [first, second, later] = [bought(3), bought(29), bought(40)];
    for (const { paidAt } of [first, second, later]) await buyCredit(accountId, { paidAt });
    const words = await wordsOf(userId);
    expect(words).toContain('Credits expiring soon');
    expect(words).toContain(`$18.45 expires on ${first.date}.\n`);
    expect(words).toContain(`$18.45 expires on ${second.date}.\n`);
    expect(words).toContain(`Next to expire: $18.45 on ${later.date}.`);
    await buyCredit(accountId, { paidAt: bought(5).paidAt, cents: 1000 });
    for (const days of [6, 7, 8, 9]) await buyCredit(accountId, { paidAt: bought(days).paidAt });
    const many = await wordsOf(userId);
    expect(many.match(/ expires on /g)).toHaveLength(5);
    expect(many).toContain('$36.90 more expires within 30 days.');
  });

  it('is in the language of its reader', async () => {
    const { userId, accountId } = await createAccount();
    await buyCredit(accountId, { paidAt: bought(3).paidAt });
    const arabic = await wordsOf(userId, 'ar-EG');
    expect(arabic).toContain(`ينتهي \u2066$18.45\u2069 يوم ${bought(3, 'ar-EG').date}.`);
    const japanese = await wordsOf(userId, 'ja-JP');
    expect(japanese).toContain(`$18.45が${bought(3, 'ja-JP').date}に期限を迎えます。`);
  });

  it('shows a maximum if it has not read all entries', async () => {
    const { userId, accountId } = await createAccount();
    const { paidAt, date } = bought(200);
    await buyCredit(accountId, { paidAt });
    const charge = (at: number) => [accountId, 'charge', `charge:${accountId}:${at}`, 0, new Date()];
    await change(
      AUTOCOMMIT,
      'INSERT INTO ledger_entries (account_id, kind, reference, amount_micro, created_at) VALUES ?',
      [Array.from({ length: 11_000 }, (_, at) => charge(at))],
    );
    expect(await wordsOf(userId)).toContain(`Next to expire: up to $18.45 on ${date}.`);
  });
});

it('an expiry is an entry with its label, and open tabs receive the new balance', async () => {
  const { userId, accountId } = await createAccount({ creditMicro: 1_000_000n });
  await buyCredit(accountId, { paidAt: bought(-1).paidAt });
  const leaving = new AbortController();
  const response = await web.as(userId)('/api/events', { signal: leaving.signal });
  await expect.poll(() => redis().zCard(watchersKey(userId))).toBe(1);
  await expireCredit();
  for await (const { data } of readSse(response)) {
    const items = data as unknown as StreamItem[];
    if (!items.some(({ type }) => type === 'event')) continue;
    expect(items).toMatchObject([{ event: { type: 'balance', balanceMicro: '1000000' } }]);
    break;
  }
  leaving.abort();
  const words = await wordsOf(userId);
  expect(words).toContain('Expired credits');
  expect(words).toContain('Amount -$18.45');
});
