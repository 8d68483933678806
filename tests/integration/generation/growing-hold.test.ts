import { describe, expect, it } from 'vitest';
import { extendHold } from '#app/core/generation/admit/extend-hold.ts';
import { readReceipt } from '#app/core/generation/report/receipt.ts';
import { config } from '#app/core/platform/config.ts';
import { closeQueue, enqueueAgain, openQueue } from '#app/core/queue/enqueue.ts';
import { STEP_OUTPUT } from '#app/core/tasks/price.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { setCaps } from '#tests/factories/set-caps.ts';
import { callToEnd } from '#tests/fixtures/engine-call.ts';
import { moneyOf } from '#tests/fixtures/ledger-sums.ts';
import { useEngine } from '#tests/setup/engine.ts';

useEngine();

const RICH = 1_000_000_000n;
/**
 * Scripts that a maker's vocabulary may lack, and the usage that the provider reports during the stream, by
 * wire.
 */
const FOREIGN = [
  ['Cyrillic', 'Привет, мир. ', 'sandbox', 'sandbox-small', 'once'],
  ['Georgian', 'გამარჯობა მსოფლიო ', 'sandbox-messages', 'sandbox-haiku-4-5', 'once'],
  ['emoji', '🚣🏽‍♀️🏴😀', 'sandbox', 'sandbox-small', 'running'],
] as const;
const LONG = 'Tell me everything [[sandbox: length=5000 pace=0]]';

/** Admits while the queue is closed: no worker receives the run before `ended` enqueues it. */
async function withoutQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  await closeQueue();
  try {
    return await work();
  } finally {
    openQueue(config().REDIS_URL);
  }
}

async function admit(userId: string, text: string, parameters: object = {}): Promise<string> {
  return (await admitSend(userId, text, { parameters })).id;
}

async function ended(userId: string, generationId: string) {
  // The sweeper would find it after two seconds.
  enqueueAgain('chat', { generationId, attempt: 1 });
  const read = () => readReceipt(AUTOCOMMIT, { userId, generationId });
  await expect.poll(async () => (await read()).finishedAt, { timeout: 60_000 }).not.toBeNull();
  return read();
}

describe('the hold of an answer whose length is open', () => {
  it('covers a first step, and grows with the answer', async () => {
    const { userId } = await createAccount({ creditMicro: RICH });
    const id = await withoutQueue(() => admit(userId, LONG));
    const first = await moneyOf(userId);
    expect(first.holds).toBe(first.held);
    const receipt = await ended(userId, id);
    expect(receipt).toMatchObject({ state: 'done', finishReason: 'stop', isCapLowered: false });
    expect(receipt.usage?.completionTokens).toBe(5000);
    expect(receipt.chargedMicro).toBe(receipt.costMicro);
    expect(receipt.chargedMicro! > first.held, 'more than the first step paid for').toBe(true);
    const { balance, held, entries } = await moneyOf(userId);
    expect({ balance, held }).toEqual({ balance: entries, held: 0n });
    expect(balance).toBe(RICH - receipt.chargedMicro!);
  });

  it('ends the answer at its length if another call has used the rest, and costs at most the hold', async () => {
    const { userId } = await createAccount({ creditMicro: RICH });
    const id = await withoutQueue(() => admit(userId, LONG));
    const { held: step } = await moneyOf(userId);
    // Another charge on the account meanwhile: it leaves less than 256 tokens.
    await change(AUTOCOMMIT, 'UPDATE accounts SET held_micro = balance_micro - 10 WHERE user_id = ?', [
      userId,
    ]);
    const receipt = await ended(userId, id);
    expect(receipt).toMatchObject({ state: 'done', finishReason: 'length', usageSource: 'counted' });
    expect(receipt.heldMicro).toBe(step);
    expect(receipt.chargedMicro! <= step).toBe(true);
    expect(receipt.usage!.completionTokens).toBeGreaterThan(STEP_OUTPUT / 3);
    expect(receipt.usage!.completionTokens).toBeLessThanOrEqual(STEP_OUTPUT);
  });

  it('ends the answer at its length if a personal cap allows no more', async () => {
    const { userId } = await createAccount({ creditMicro: RICH });
    await setCaps(userId, { daily: RICH });
    const id = await withoutQueue(() => admit(userId, LONG));
    const { held: step } = await moneyOf(userId);
    await setCaps(userId, { daily: step + 10n });
    const receipt = await ended(userId, id);
    expect(receipt).toMatchObject({ state: 'done', finishReason: 'length', heldMicro: step });
    expect(receipt.chargedMicro! <= step).toBe(true);
    expect(receipt.usage!.completionTokens).toBeGreaterThan(STEP_OUTPUT / 3);
  });

  it('grows within a personal cap to its end', async () => {
    const { userId } = await createAccount({ creditMicro: RICH });
    await setCaps(userId, { daily: RICH, monthly: RICH });
    const receipt = await ended(userId, await withoutQueue(() => admit(userId, LONG)));
    expect(receipt).toMatchObject({ state: 'done', finishReason: 'stop' });
    expect(receipt.usage?.completionTokens).toBe(5000);
  });

  it('never exceeds the balance, however many grow at once', async () => {
    const { userId } = await createAccount({ creditMicro: RICH });
    const probe = await withoutQueue(() => admit(userId, LONG));
    const { held: step } = await moneyOf(userId);
    const { userId: other } = await createAccount({ creditMicro: (step * 9n) / 2n });
    const ids = await withoutQueue(() => Promise.all(Array.from({ length: 4 }, () => admit(other, LONG))));
    const receipts = await Promise.all(ids.map((id) => ended(other, id)));
    for (const { state, chargedMicro, heldMicro } of receipts) {
      expect(state).toBe('done');
      expect(chargedMicro! <= heldMicro).toBe(true);
    }
    const reasons = new Set(receipts.map(({ finishReason }) => finishReason));
    expect(reasons, 'it pays for some of them to the end, and not for all').toContain('length');
    const { balance, held, entries, holds } = await moneyOf(other);
    expect({ held, holds }).toEqual({ held: 0n, holds: 0n });
    expect(balance).toBe(entries);
    expect(balance >= 0n).toBe(true);
    await ended(userId, probe);
  });

  it('is extended once, however often the same extension is requested', async () => {
    const { userId, accountId } = await createAccount({ creditMicro: RICH });
    const id = await withoutQueue(async () => {
      const admitted = await admit(userId, LONG);
      await change(AUTOCOMMIT, `UPDATE generations SET state = 'running', attempt = 1 WHERE id = ?`, [
        admitted,
      ]);
      return admitted;
    });
    const ask = (attempt: number) =>
      extendHold({ generation: { id, attempt, accountId, apiKeyId: null }, outputTokens: 2 * STEP_OUTPUT });
    const before = await moneyOf(userId);
    expect(await Promise.all([ask(1), ask(1), ask(1)])).toEqual(Array(3).fill(2 * STEP_OUTPUT));
    const after = await moneyOf(userId);
    expect(after.holds).toBe(after.held);
    expect(after.held > before.held).toBe(true);
    expect(await ask(1)).toBe(2 * STEP_OUTPUT);
    expect(await ask(2), 'a run that is somebody else’s').toBeNull();
    expect(await moneyOf(userId)).toEqual(after);
    const [row] = await selectRows<{ held_micro: string }>(
      AUTOCOMMIT,
      'SELECT held_micro FROM generations WHERE id = ?',
      [id],
    );
    expect(BigInt(row!.held_micro)).toBe(after.held);
  });

  it.each(FOREIGN)('covers an answer in %s by a maker that bills each byte', async (...at) => {
    const [, text, provider, upstreamModel, usage] = at;
    const tokenizer = provider === 'sandbox' ? 'llama' : 'claude';
    const model = await createModel({
      id: `${provider}/foreign`,
      tokenizer,
      offers: [{ provider, upstreamModel }],
    });
    const owner = await createKey({ creditMicro: RICH });
    const content = `[[sandbox: tokenizer=bytes usage=${usage} length=9000 chunk=50 pace=0 text="${text}"]]`;
    const messages = [{ role: 'user', content }];
    const { generationId } = await callToEnd(owner, { model, messages, stream: true });
    const receipt = await ended(owner.userId, generationId);
    expect(receipt).toMatchObject({ state: 'done', finishReason: 'stop', usageSource: 'provider' });
    expect(receipt.usage?.completionTokens, 'beyond the first step').toBeGreaterThanOrEqual(9000);
    expect(receipt.heldMicro >= receipt.costMicro!, 'held').toBe(true);
    expect(receipt.chargedMicro).toBe(receipt.costMicro);
  });

  it.each(['running', 'once'])(
    'grows with tokens that only the provider can count (usage %s)',
    async (usage) => {
      const { userId } = await createAccount({ creditMicro: RICH });
      // Reasoning that is billed and not shown, of a model that is not known to reason.
      const id = await withoutQueue(() =>
        admit(userId, `[[sandbox: usage=${usage} hidden=9000 length=50 chunk=5 pace=0]]`),
      );
      const { held: step } = await moneyOf(userId);
      const receipt = await ended(userId, id);
      expect(receipt).toMatchObject({ state: 'done', finishReason: 'stop', usageSource: 'provider' });
      expect(receipt.usage?.completionTokens).toBe(9050);
      expect(receipt.costMicro! > step, 'more than the first step paid for').toBe(true);
      expect(receipt.chargedMicro, 'and all of it is paid').toBe(receipt.costMicro);
    },
  );

  it('is the full amount if the caller set the length of the answer', async () => {
    const { userId } = await createAccount({ creditMicro: RICH });
    const id = await withoutQueue(() => admit(userId, LONG, { maxOutputTokens: 12_000 }));
    const row = await selectRow(AUTOCOMMIT, 'SELECT held_output_tokens FROM generations WHERE id = ?', [id]);
    expect(row).toEqual({ held_output_tokens: null });
  });
});
