import { expect, it } from 'vitest';
import { banUser, unbanUser } from '#app/core/accounts/bans.ts';
import { chooseTopUp } from '#app/core/accounts/top-up.ts';
import { readSettings } from '#app/core/payments/top-ups/settings.ts';
import { beginTopUp } from '#app/core/payments/top-ups/watch.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { holdMoney, settleMoney, spend } from '#tests/fixtures/held-money.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { CHOICE, CREDIT, doJobs, lowPerson, topUpsOf, turn, useTopUps, watch } from './stage.ts';

const { stripe } = useTopUps();

it('concurrent settles and workers begin one top-up', async () => {
  const { userId, accountId } = await lowPerson(stripe(), { creditMicro: 10_000_000n });
  const holds = await Promise.all(Array.from({ length: 8 }, () => holdMoney(accountId, 1_000_000n)));
  await Promise.all(
    holds.flatMap((hold) => [settleMoney(accountId, hold!, 900_000n), watch(), beginTopUp(accountId)]),
  );
  await Promise.all([watch(), watch(), beginTopUp(accountId), beginTopUp(accountId)]);
  expect(await topUpsOf(accountId)).toMatchObject([{ state: 'open' }]);
  await doJobs();
  await turn();
  expect(await topUpsOf(accountId)).toMatchObject([{ state: 'paid' }]);
  expect(await soundBalance(userId)).toBe(10_000_000n - 7_200_000n + CREDIT);
});

it('a month has the chosen limit, open top-ups included, and the next month starts again', async () => {
  const choice = { ...CHOICE, thresholdMicro: 30_000_000n, monthlyMicro: 50_000_000n };
  const { accountId, userId } = await lowPerson(stripe(), { choice });
  const late = new Date('2026-11-30T23:59:59.999Z');
  await turn(late);
  await spend(accountId, 18_000_000n);
  // The second is open, and counts.
  await watch(late);
  await watch(late);
  await doJobs();
  await spend(accountId, 18_000_000n);
  await turn(late);
  expect(await topUpsOf(accountId)).toHaveLength(2);
  const next = new Date('2026-12-01T00:00:00.000Z');
  expect(await readSettings(AUTOCOMMIT, accountId)).toMatchObject({
    isOn: true,
    problem: 'monthly',
    pausedUntil: next,
  });
  await turn(next);
  expect(await topUpsOf(accountId)).toHaveLength(3);
  expect(await readSettings(AUTOCOMMIT, accountId)).toMatchObject({ problem: null, pausedUntil: null });
  expect(await soundBalance(userId)).toBe(1_000_000n + 3n * CREDIT - 36_000_000n);
});

it('a failed top-up does not count, and a raised limit ends the wait', async () => {
  const choice = { ...CHOICE, monthlyMicro: 20_000_000n };
  const { accountId, userId } = await lowPerson(stripe(), { choice });
  await turn();
  await spend(accountId, 18_000_000n);
  await turn();
  expect(await topUpsOf(accountId)).toHaveLength(1);
  await chooseTopUp(userId, { ...choice, monthlyMicro: 40_000_000n });
  await turn();
  expect(await topUpsOf(accountId)).toMatchObject([{ state: 'paid' }, { state: 'paid' }]);
});

it('many users are checked page by page', async () => {
  const people = [];
  for (let count = 0; count < 12; count += 1)
    people.push(await lowPerson(stripe(), { creditMicro: count % 2 === 0 ? 1_000_000n : 9_000_000n }));
  await Promise.all([turn(), watch()]);
  await doJobs();
  for (const [index, { userId }] of people.entries())
    expect(await soundBalance(userId)).toBe(index % 2 === 0 ? 1_000_000n + CREDIT : 9_000_000n);
});

it('the card of a banned user is not charged during the ban', async () => {
  const { accountId, userId } = await lowPerson(stripe());
  const { accountId: elsewhere } = await lowPerson(stripe());
  await banUser(AUTOCOMMIT, { userId, until: null, reason: null });
  await turn();
  expect(await topUpsOf(accountId)).toEqual([]);
  expect(await topUpsOf(elsewhere)).toMatchObject([{ state: 'paid' }]);
  await unbanUser(AUTOCOMMIT, userId);
  await turn();
  expect(await topUpsOf(accountId)).toMatchObject([{ state: 'paid' }]);
});
