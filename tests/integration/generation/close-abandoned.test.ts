import { beforeEach, expect, it } from 'vitest';
import { admitInBatch } from '#app/core/generation/admit/admit-batch.ts';
import { closeAbandoned } from '#app/core/generation/recover/close-abandoned.ts';
import { checkpoint } from '#app/core/generation/run/heartbeat.ts';
import { interrupted } from '#app/core/generation/settle/outcome.ts';
import { planChat } from '#app/core/generation/admit/plan-chat.ts';
import { GENERATION_COLUMNS, toGeneration, type GenerationRow } from '#app/core/generation/record/row.ts';
import { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { readStoredReply } from '#app/core/generation/record/stored-reply.ts';
import { findAccount } from '#app/core/ledger/accounts.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { lockWaits } from '#tests/fixtures/lock-waits.ts';
import { emptyTables } from '#tests/setup/database.ts';

// The model is on offer only while its provider has a key; nobody calls it here.
Object.assign(process.env, {
  OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
  OPENAI_API_KEY: 'sandbox',
  SANDBOX: 'true',
});

beforeEach(async () => {
  await emptyTables();
  await createModel();
});

/** A reply that a worker runs, with a first checkpoint. */
async function runningReply(accountId: string, userId: string): Promise<RunningReply> {
  const plan = await planChat(chatSend(userId, 'Hello', { parameters: { maxOutputTokens: 300 } }));
  plan.generation.accountId = accountId;
  const { generationId } = await admitInBatch(plan);
  await change(
    AUTOCOMMIT,
    `UPDATE generations SET state = 'running', attempt = 1, heartbeat_at = NOW(3) WHERE id = ?`,
    [generationId],
  );
  const row = await selectRow<GenerationRow>(
    AUTOCOMMIT,
    `SELECT ${GENERATION_COLUMNS} FROM generations WHERE id = ?`,
    [generationId],
  );
  const reply = new RunningReply(toGeneration(row!));
  reply.addText('What it said before it slept.');
  await checkpoint([reply]);
  return reply;
}

const textOf = async (reply: RunningReply) => (await readStoredReply(AUTOCOMMIT, reply.generation.id))!.text;

it('stores everything that readers of the row were shown, also by a worker that wakes up meanwhile', async () => {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const accountId = (await findAccount(AUTOCOMMIT, userId))!.id;
  const [first, second] = [await runningReply(accountId, userId), await runningReply(accountId, userId)];
  const shown = await transaction(async (tx) => {
    // While the account is locked the first settle waits, and the second behind it.
    await selectRow(tx, 'SELECT id FROM accounts WHERE id = ? FOR UPDATE', [accountId]);
    const closing = [closeAbandoned(first.generation, interrupted)];
    await expect.poll(() => lockWaits(accountId)).toBe(1);
    closing.push(closeAbandoned(second.generation, interrupted));
    await new Promise((resolve) => setTimeout(resolve, 300));
    second.addText(' And more, now that it is awake.');
    await checkpoint([second]);
    return { closing, text: await textOf(second) };
  });
  expect(await Promise.all(shown.closing)).toEqual([true, true]);
  expect(await textOf(second)).toBe(shown.text);
  expect(await textOf(first)).toBe('What it said before it slept.');
});
