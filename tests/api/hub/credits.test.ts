import { beforeEach, expect, it } from 'vitest';
import { bookEntry } from '#app/core/ledger/book.ts';
import { lockPayers } from '#app/core/ledger/caps/payers.ts';
import { holdAll } from '#app/core/ledger/hold.ts';
import { closeHolds } from '#app/core/ledger/closed-holds.ts';
import { transaction } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { useApi } from '#tests/setup/api.ts';
import { emptyTables } from '#tests/setup/database.ts';

const api = useApi();
beforeEach(() => emptyTables());

const credits = async (key: string) => {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${api.origin()}/api/v1/credits`, { headers });
  return { status: answer.status, body: (await answer.json()) as unknown };
};

it('returns the granted, used and remaining amount, exact to the millionth', async () => {
  const { userId, accountId, value } = await createKey({ creditMicro: 1_000_000n });
  const hold = (reference: string, micro: bigint) => ({
    reference,
    accountId,
    wantedMicro: micro,
    minMicro: micro,
  });
  await transaction(async (tx) => {
    await bookEntry(tx, { userId, kind: 'payment', reference: 'p', amountMicro: 2_500_000n });
    await bookEntry(tx, { userId, kind: 'fee', reference: 'f', amountMicro: -7n });
    await holdAll(tx, [hold('done', 500n), hold('running', 20_000n)], await lockPayers(tx, [accountId]));
    const more = { applicationId: null, priceId: null };
    await closeHolds(tx, [{ reference: 'done', accountId, heldMicro: 500n, costMicro: 123n, ...more }]);
  });
  await createKey({ creditMicro: 9_000_000n });
  expect(await credits(value)).toEqual({
    status: 200,
    body: {
      object: 'credits',
      total_credits: '3.499993',
      total_usage: '0.000123',
      held: '0.02',
      available: '3.47987',
      micro: { total_credits: 3_499_993, total_usage: 123, held: 20_000, available: 3_479_870 },
      data: { total_credits: 3.499993, total_usage: 0.000123 },
    },
  });
});

it('requires a key', async () => {
  expect(await credits('sk-wrong')).toMatchObject({
    status: 401,
    body: { error: { code: 'invalid_api_key' } },
  });
});
