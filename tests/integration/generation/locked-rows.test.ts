import { describe, expect, it } from 'vitest';
import { admitCall } from '#app/core/generation/admit/call.ts';
import { createSweeper } from '#app/core/generation/recover/sweep.ts';
import { claimGeneration } from '#app/core/generation/run/claim.ts';
import { beat } from '#app/core/generation/run/heartbeat.ts';
import { lockAccounts } from '#app/core/ledger/accounts.ts';
import { toAppError } from '#app/http/error-response.ts';
import { selectRow } from '#db/sql.ts';
import { transaction, type Transaction } from '#db/transaction.ts';
import { apiCall } from '#tests/factories/api-call.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { readEnd } from '#tests/fixtures/engine-call.ts';
import { columnsOf } from '#tests/fixtures/generation-row.ts';
import { conclude, stopHeart, takeRun } from '#tests/fixtures/hand-worker.ts';
import { lockWaits } from '#tests/fixtures/lock-waits.ts';
import { LEASE_MS } from '#tests/fixtures/sweep-until.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

// Another transaction locks one row. Meanwhile everything that does not need the row continues.
useUnservedModel();

type Owner = Awaited<ReturnType<typeof createKey>>;

const newCall = (owner: Owner) =>
  apiCall(owner, { model: TEST_MODEL, messages: [{ role: 'user', content: 'Hello' }] });

async function admitted(owner: Owner): Promise<string> {
  const call = newCall(owner);
  await admitCall(call);
  return call.generationId;
}

const lockAccountOf = async (tx: Transaction, { userId }: Owner): Promise<string> => {
  const row = await selectRow<{ id: string }>(tx, 'SELECT id FROM accounts WHERE user_id = ?', [userId]);
  await lockAccounts(tx, [row!.id]);
  return row!.id;
};

const lockRow = (tx: Transaction, generationId: string) =>
  selectRow(tx, 'SELECT id FROM generations WHERE id = ? FOR UPDATE', [generationId]);

/** The error for its caller. */
const COME_BACK = { code: 'unavailable', status: 503, retryAfterSeconds: 2 };
const errorOf = (error: unknown) => toAppError(error, 'request-of-the-test');
const refusalOf = (admission: Promise<unknown>) =>
  admission.then(
    () => null,
    (error: unknown) => error,
  );

const stateOf = async (generationId: string) => (await columnsOf(generationId))?.['state'];
const attemptOf = async (generationId: string) => Number((await columnsOf(generationId))?.['attempt']);

describe('a locked account', () => {
  it('blocks the admission of its own calls, and of no others', async () => {
    const [owner, neighbour] = [await createKey(), await createKey()];
    await transaction(async (tx) => {
      await lockAccountOf(tx, owner);
      const blocked = refusalOf(admitted(owner));
      const others = await Promise.all([admitted(neighbour), admitted(neighbour)]);
      for (const id of others) expect(await stateOf(id)).toBe('queued');
      const again = refusalOf(admitted(owner));
      expect(await stateOf(await admitted(neighbour))).toBe('queued');
      for (const error of [await blocked, await again]) expect(errorOf(error)).toMatchObject(COME_BACK);
    });
    await expect.poll(() => admitted(owner).then(stateOf)).toBe('queued');
  });

  it('admits its calls once it is unlocked', async () => {
    const owner = await createKey();
    let waiting: Promise<string> | undefined;
    await transaction(async (tx) => {
      const accountId = await lockAccountOf(tx, owner);
      waiting = admitted(owner);
      // By its own transaction, after the shared one.
      await expect.poll(() => lockWaits(accountId)).toBe(1);
    });
    expect(await stateOf(await waiting!)).toBe('queued');
  });

  it('blocks the settle of its own runs, and of no others', async () => {
    const [owner, neighbour] = [await createKey(), await createKey()];
    const [own, other] = [await admitted(owner), await admitted(neighbour)];
    const hands = [await takeRun(own, 1), await takeRun(other, 1)];
    let settled: Promise<unknown> | undefined;
    await transaction(async (tx) => {
      await lockAccountOf(tx, owner);
      const [blocked, free] = hands.map((hand) => conclude(hand, 'Good morning'));
      settled = blocked;
      await free;
      expect(await readEnd(other)).toMatchObject({ state: 'done' });
      expect(await stateOf(own)).toBe('running');
    });
    await settled;
    expect(await readEnd(own)).toMatchObject({ state: 'done' });
  });
});

describe('a locked row of a run', () => {
  it('blocks its claim, and no other', async () => {
    const owner = await createKey();
    const [own, other] = [await admitted(owner), await admitted(owner)];
    const claim = (generationId: string) => claimGeneration({ generationId, attempt: 1, workerId: 'worker' });
    let claimed: ReturnType<typeof claim> | undefined;
    await transaction(async (tx) => {
      await lockRow(tx, own);
      claimed = claim(own);
      expect((await claim(other))?.generation.id).toBe(other);
      expect(await stateOf(own)).toBe('queued');
    });
    expect((await claimed)?.generation.id).toBe(own);
  });

  it('blocks its heartbeat, and no other; it is not taken from a live worker', async () => {
    const owner = await createKey();
    const [own, other] = [await admitted(owner), await admitted(owner)];
    const hands = [await takeRun(own, 1), await takeRun(other, 1)];
    const replies = hands.map(({ reply }) => reply);
    for (const hand of hands) await stopHeart(hand);
    const sweep = createSweeper(LEASE_MS);
    const before = (await columnsOf(own))?.['heartbeat_at'];
    await transaction(async (tx) => {
      await lockRow(tx, own);
      for (const reply of replies) reply.addText('Good morning');
      await beat(replies);
      expect(await columnsOf(other)).toMatchObject({ text: 'Good morning' });
      expect(await columnsOf(own)).toMatchObject({ text: null, heartbeat_at: before });
      for (let looks = 0; looks < 4; looks += 1) {
        await beat(replies);
        await sweep();
      }
    });
    // The first sweep that finds it unlocked begins to wait for its worker.
    await sweep();
    expect(await attemptOf(own)).toBe(1);
    await beat(replies);
    expect(await columnsOf(own)).toMatchObject({ text: 'Good morning' });
    expect(replies.map(({ abort }) => abort.signal.aborted)).toEqual([false, false]);
  });
});
