import { afterAll, beforeAll, expect, it } from 'vitest';
import { admitAll, admitInBatch, mayBeOptimistic, noteConflict } from '#app/core/generation/admit/batch.ts';
import type { Plan } from '#app/core/generation/plan/plan.ts';
import { readBalance } from '#app/core/ledger/balances.ts';
import { closeQueue, openQueue } from '#app/core/queue/enqueue.ts';
import { isGuardFailure } from '#db/optimistic-locking.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { planFor } from '#tests/factories/call-plan.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

process.env['LIMIT_API_CONCURRENT'] = '5';
useUnservedModel();

beforeAll(() => openQueue(process.env.REDIS_URL!));
afterAll(closeQueue);

type Owner = Awaited<ReturnType<typeof createKey>>;

/** Admits optimistically. @returns null if that fails */
async function optimistic(plans: Plan[], onWritten: () => void = () => undefined) {
  try {
    return await admitAll(plans, { locking: 'optimistic', repeated: false, onWritten });
  } catch (error) {
    if (isGuardFailure(error)) return null;
    throw error;
  }
}

/** Admits like a single web process. @returns whether the call was written */
async function admitAlone(owner: Owner): Promise<boolean> {
  return (await optimistic([await planFor(owner)])) !== null;
}

async function writtenOf({ userId }: Owner) {
  const row = await selectRow<{ calls: string; held: string; holds: string }>(
    AUTOCOMMIT,
    `SELECT COUNT(*) AS calls, COALESCE(SUM(held_micro), 0) AS held,
       (SELECT COALESCE(SUM(amount_micro), 0) FROM holds) AS holds FROM generations WHERE user_id = ?`,
    [userId],
  );
  const { heldMicro } = await readBalance(AUTOCOMMIT, userId);
  return { calls: Number(row!.calls), held: BigInt(row!.held), holds: BigInt(row!.holds), heldMicro };
}

it('writes the same rows as with locks, and reports each before the commit', async () => {
  const owner = await createKey({ creditMicro: 1_000_000n });
  const [plan, other] = [await planFor(owner), await planFor(owner)];
  let written = 0;
  const outcomes = await optimistic([plan, other], () => (written += 1));
  expect(written).toBe(2);
  expect(outcomes).toMatchObject([
    { ok: true, value: { generationId: plan.generation.id, repeated: false } },
    { ok: true, value: { generationId: other.generation.id, repeated: false } },
  ]);
  const each = plan.estimate.wantedMicro;
  expect(plan.generation).toMatchObject({ heldMicro: each, maxOutputTokens: 300, capLowered: false });
  expect(await writtenOf(owner)).toEqual({
    calls: 2,
    held: each * 2n,
    holds: each * 2n,
    heldMicro: each * 2n,
  });
});

it('leaves nothing behind if the money is not plenty', async () => {
  const { estimate } = await planFor(await createKey());
  const owner = await createKey({ creditMicro: estimate.wantedMicro * 2n - 1n });
  expect(mayBeOptimistic(await planFor(owner))).toBe(true);
  expect(await admitAlone(owner)).toBe(false);
  noteConflict([await planFor(owner)]);
  // Not tried again for each call.
  expect(mayBeOptimistic(await planFor(owner))).toBe(false);
  expect(await writtenOf(owner)).toEqual({ calls: 0, held: 0n, holds: 0n, heldMicro: 0n });
});

it('never begins more runs than an account may have in progress, from any number of processes', async () => {
  const owner = await createKey({ creditMicro: 100_000_000n });
  const all = await Promise.all(Array.from({ length: 40 }, () => admitAlone(owner)));
  expect(all.filter(Boolean)).toHaveLength(5);
  const { calls, held, heldMicro } = await writtenOf(owner);
  expect(calls).toBe(5);
  expect(heldMicro).toBe(held);
});

it('counts each account separately, and never begins more together than the maximum', async () => {
  const [busy, free] = await Promise.all([1, 2].map(() => createKey({ creditMicro: 100_000_000n })));
  for (let count = 0; count < 4; count += 1) expect(await admitAlone(busy!)).toBe(true);
  const together = async (owners: Owner[]) =>
    (await optimistic(await Promise.all(owners.map(planFor)))) !== null;
  expect(await together([busy!, busy!, free!])).toBe(false);
  expect(await together([busy!, free!, free!])).toBe(true);
  expect(await together([busy!])).toBe(false);
  const other = await createKey({ creditMicro: 100_000_000n });
  expect(await together(Array.from({ length: 6 }, () => other))).toBe(false);
  expect(await together(Array.from({ length: 5 }, () => other))).toBe(true);
  expect(await Promise.all([busy!, free!, other].map(writtenOf))).toMatchObject([
    { calls: 5 },
    { calls: 2 },
    { calls: 5 },
  ]);
});

it('locks first and decides each separately if one of them has too little', async () => {
  const { estimate } = await planFor(await createKey());
  const [rich, short, poor] = await Promise.all(
    [100n, 1n, 0n].map((times) => createKey({ creditMicro: estimate.wantedMicro * times })),
  );
  const plans = await Promise.all([rich!, short!, poor!].map(planFor));
  const [first, second, third] = await Promise.allSettled(plans.map(admitInBatch));
  expect(first).toMatchObject({ status: 'fulfilled', value: { repeated: false } });
  expect(second).toMatchObject({ status: 'fulfilled', value: { repeated: false } });
  expect(third).toMatchObject({ status: 'rejected', reason: { code: 'token_balance' } });
  expect(await writtenOf(short!)).toMatchObject({ calls: 1, heldMicro: estimate.wantedMicro });
});

it('refuses the sixth by its name', async () => {
  const owner = await createKey({ creditMicro: 100_000_000n });
  const plans = await Promise.all(Array.from({ length: 6 }, () => planFor(owner)));
  const ends = await Promise.allSettled(plans.map(admitInBatch));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(ends.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'concurrent' } });
});

it('is not for calls with an Idempotency-Key or under a cap', async () => {
  const owner = await createKey();
  const plan = await planFor(owner);
  expect(mayBeOptimistic(plan)).toBe(true);
  expect(mayBeOptimistic(await planFor(await createKey({ caps: { daily: 1000n } })))).toBe(false);
  const { id: generationId, apiKeyId } = plan.generation;
  const name = { userId: owner.userId, apiKeyId: apiKeyId!, keyHash: 'k', requestHash: 'r' };
  expect(mayBeOptimistic({ ...plan, idempotency: { ...name, generationId, replaces: null } })).toBe(false);
});
