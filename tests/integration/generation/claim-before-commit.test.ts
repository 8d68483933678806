import { expect, it } from 'vitest';
import { claimGeneration } from '#app/core/generation/run/claim.ts';
import { insertGenerations } from '#app/core/generation/admit/insert.ts';
import { planMessage } from '#app/core/generation/plan/message.ts';
import { write } from '#db/sql.ts';
import { transaction } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { lockWaits } from '#tests/fixtures/lock-waits.ts';
import { holdNamedLock } from '#tests/fixtures/named-lock.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

useUnservedModel();

/**
 * Claims a generation as soon as it is written; once the claim waits, its transaction continues, with
 * `after`.
 */
async function claimWhenWritten(after = '') {
  const lock = await holdNamedLock();
  const { userId } = await createAccount();
  const { generation } = await planMessage(chatSend(userId, 'Hello'));
  let claim: ReturnType<typeof claimGeneration> | undefined;
  const admitted = transaction(async (tx) => {
    await insertGenerations(tx, [generation], () => {
      claim = claimGeneration({ generationId: generation.id, attempt: 1, workerId: 'worker' });
    });
    await write(tx, lock.wait + after);
  });
  await expect.poll(() => lockWaits(generation.id)).toBe(1);
  lock.release();
  const isCommitted = await admitted.then(
    () => true,
    () => false,
  );
  return { isCommitted, claimed: await claim };
}

it('waits for the commit of a run that was enqueued before it', async () => {
  const { isCommitted, claimed } = await claimWhenWritten();
  expect(isCommitted).toBe(true);
  expect(claimed?.generation).toMatchObject({ state: 'running', attempt: 1 });
});

it('finds nothing if the commit failed', async () => {
  const { isCommitted, claimed } = await claimWhenWritten(";SIGNAL SQLSTATE '45000'");
  expect(isCommitted).toBe(false);
  expect(claimed).toBeNull();
});
