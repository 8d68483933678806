import { afterEach, expect, it, vi } from 'vitest';
import { closeAbandoned } from '#app/core/generation/recover/close.ts';
import { checkpoint } from '#app/core/generation/run/heartbeat.ts';
import { interrupted } from '#app/core/generation/settle/outcome.ts';
import { readStoredReply } from '#app/core/generation/stream/reader.ts';
import { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { generationOf, markRunning } from '#tests/fixtures/generation-row.ts';
import { lockWaits } from '#tests/fixtures/lock-waits.ts';
import { watchStatements } from '#tests/fixtures/sent-statements.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

useUnservedModel();
afterEach(() => vi.restoreAllMocks());

/** A reply that a worker runs, with a first checkpoint. */
async function runningReply(userId: string): Promise<RunningReply> {
  const { id } = await admitSend(userId);
  await markRunning(id);
  const reply = new RunningReply(await generationOf(id));
  reply.addText('What it said before it slept.');
  await checkpoint([reply]);
  return reply;
}

const textOf = async (reply: RunningReply) => (await readStoredReply(AUTOCOMMIT, reply.generation.id))!.text;

it('stores everything that readers of the row have seen, also if the worker wakes up meanwhile', async () => {
  const { userId, accountId } = await createAccount({ creditMicro: 1_000_000n });
  const [first, second] = [await runningReply(userId), await runningReply(userId)];
  const shown = await transaction(async (tx) => {
    // While the account is locked the first settle waits, and the second behind it.
    await selectRow(tx, 'SELECT id FROM accounts WHERE id = ? FOR UPDATE', [accountId]);
    const closing = [closeAbandoned(first.generation, interrupted)];
    await expect.poll(() => lockWaits(accountId)).toBe(1);
    closing.push(closeAbandoned(second.generation, interrupted));
    await expect.poll(async () => (await generationOf(second.generation.id)).attempt).toBe(2);
    await expect.poll(watchStatements().hasMore, { interval: 100 }).toBe(false);
    second.addText(' And more, now that it is awake.');
    await checkpoint([second]);
    return { closing, text: await textOf(second) };
  });
  expect(await Promise.all(shown.closing)).toEqual([true, true]);
  expect(await textOf(second)).toBe(shown.text);
  expect(await textOf(first)).toBe('What it said before it slept.');
});
