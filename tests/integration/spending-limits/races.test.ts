import { expect, it } from 'vitest';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import type { KeyOwner } from '#tests/factories/api-call.ts';
import { addKey, createKey } from '#tests/factories/create-key.ts';
import { setCaps } from '#tests/factories/set-caps.ts';
import { beginCall } from '#tests/fixtures/engine-call.ts';
import { moneyOf } from '#tests/fixtures/ledger-sums.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

useEngine();

const CREDIT = 100_000_000n;
const CALLS = IS_FULL ? 200 : 50;
const TEXT = '[[sandbox: length=20]]';
const MORE = { max_tokens: 20, stream: false };

const call = (owner: KeyOwner) => beginCall(owner, TEXT, MORE).then(({ end }) => end());
const codeOf = (one: PromiseSettledResult<unknown>) =>
  one.status === 'rejected' ? (one.reason as { code: string }).code : 'run';

/** Charges and holds at one moment. */
async function usedBy(accountId: string): Promise<bigint> {
  const row = await selectRow<{ used: string }>(
    AUTOCOMMIT,
    `SELECT a.held_micro - (SELECT COALESCE(SUM(amount_micro), 0) FROM ledger_entries e
       WHERE e.account_id = a.id AND e.kind = 'charge') AS used FROM accounts a WHERE a.id = ?`,
    [accountId],
  );
  return BigInt(row!.used);
}

async function heldOfACall(): Promise<bigint> {
  const probe = await createKey();
  const { admitted, end } = await beginCall(probe, TEXT, MORE);
  await end();
  return admitted.heldMicro;
}

it.each(['daily', 'monthly'] as const)(
  'is never exceeded by many calls at once, with two keys and from the chat: %s',
  async (window) => {
    const each = await heldOfACall();
    const first = await createKey({ creditMicro: CREDIT });
    const { userId, accountId } = first;
    const second = { userId, key: (await addKey(userId)).key };
    const capMicro = each * 12n;
    await setCaps(userId, { [window]: capMicro });
    const seen: bigint[] = [];
    const over = new AbortController();
    const watching = (async () => {
      while (!over.signal.aborted) seen.push(await usedBy(accountId));
    })();
    const results = await Promise.allSettled(
      Array.from({ length: CALLS }, (_, number) =>
        number % (CALLS / 10) === 0
          ? admitSend(userId, TEXT, { parameters: { maxOutputTokens: 20 } })
          : call(number % 2 === 0 ? first : second),
      ),
    );
    await expect.poll(async () => (await moneyOf(userId)).holds, { timeout: 30_000 }).toBe(0n);
    over.abort();
    await watching;
    const codes = results.map(codeOf);
    expect(new Set(codes)).toEqual(new Set(['run', 'spending_cap']));
    expect(seen.filter((used) => used > capMicro)).toEqual([]);
    const { balance, entries } = await moneyOf(userId);
    expect(balance).toBe(entries);
    expect(CREDIT - balance).toBeLessThanOrEqual(capMicro);
    expect(CREDIT - balance).toBeGreaterThan(0n);
  },
);

it('is used up to the last call that fits, one after the other', async () => {
  const each = await heldOfACall();
  const owner = await createKey({ creditMicro: CREDIT });
  const capMicro = each * 4n;
  await setCaps(owner.userId, { daily: capMicro });
  let refused: unknown;
  for (let number = 0; !refused && number < 1000; number += 1)
    refused = await call(owner).then(
      () => undefined,
      (error: unknown) => error,
    );
  const { balance } = await moneyOf(owner.userId);
  const leftMicro = capMicro - (CREDIT - balance);
  expect(leftMicro).toBeLessThan(each);
  expect(refused).toMatchObject({
    code: 'spending_cap',
    params: {
      window: 'daily',
      cap: String(capMicro),
      needed: String(each),
      available: String(leftMicro),
      resetsAt: expect.stringMatching(/T00:00:00\.000Z$/),
    },
  });
  await setCaps(owner.userId, { daily: capMicro + each });
  await call(owner);
});

it('applies to calls admitted after it was set, while other calls are running', async () => {
  const owner = await createKey({ creditMicro: CREDIT });
  const calls = Promise.allSettled(Array.from({ length: 30 }, () => call(owner)));
  await setCaps(owner.userId, { daily: 1n });
  await expect(call(owner)).rejects.toMatchObject({ code: 'spending_cap' });
  const codes = (await calls).map(codeOf);
  expect(codes.filter((code) => code !== 'run' && code !== 'spending_cap')).toEqual([]);
});
