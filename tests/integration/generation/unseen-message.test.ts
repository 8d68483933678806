import { expect, it } from 'vitest';
import { claimGeneration } from '#app/core/generation/run/claim.ts';
import { newId } from '#app/core/platform/ids.ts';
import { message } from '#app/core/targets/message/message.ts';
import { change, write } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Tx } from '#db/transaction.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { lockWaits } from '#tests/fixtures/lock-waits.ts';
import { holdNamedLock } from '#tests/fixtures/named-lock.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

useUnservedModel();

const rename = (tx: Tx, id: string, to: string) =>
  change(tx, 'UPDATE messages SET id = ? WHERE id = ?', [to, id]);

/** A claimed run, whose message has another id than the run says. */
async function claimWithoutMessage() {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const { id } = await admitSend(userId, 'Hello');
  const claimed = await claimGeneration({ generationId: id, attempt: 1, workerId: 'worker' });
  const { generation } = claimed!;
  const messageId = generation.promptMessageId!;
  const elsewhere = newId();
  await rename(AUTOCOMMIT, messageId, elsewhere);
  return { generation, messageId, elsewhere };
}

it('waits for a message that is being committed', async () => {
  const { generation, messageId, elsewhere } = await claimWithoutMessage();
  const lock = await holdNamedLock();
  const committed = transaction(async (tx) => {
    await rename(tx, elsewhere, messageId);
    await write(tx, lock.wait);
  });
  await expect.poll(() => lockWaits(lock.wait)).toBe(1);
  const prompt = message.loadPrompt!(AUTOCOMMIT, generation);
  await expect.poll(() => lockWaits(messageId)).toBe(1);
  lock.release();
  await committed;
  expect(await prompt).toMatchObject({ messages: [{ role: 'user', content: 'Hello' }], isFirst: true });
});

it('does not wait for a message that was deleted', async () => {
  const { generation } = await claimWithoutMessage();
  expect(await message.loadPrompt!(AUTOCOMMIT, generation)).toMatchObject({ messages: [] });
});
