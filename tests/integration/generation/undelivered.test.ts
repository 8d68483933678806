import { expect, it } from 'vitest';
import { admitCall } from '#app/core/generation/admit/call.ts';
import { createReplyWriter } from '#app/core/generation/stream/writer.ts';
import { redis } from '#app/core/platform/redis.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { apiCall } from '#tests/factories/api-call.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { readEnd } from '#tests/fixtures/engine-call.ts';
import { conclude, takeRun, type Hand } from '#tests/fixtures/hand-worker.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

// Redis stays away for longer than a worker waits for it.
useUnservedModel();

/** A run whose words cannot be brought to its log: what is not a list cannot be appended to. */
async function undeliverable(generationId: string): Promise<Hand> {
  const { worker, reply } = await takeRun(generationId, 1);
  await redis().set(`reply:${generationId}:log`, 'no list');
  const writer = createReplyWriter({ logTtlMs: 60_000, running: worker.running, patienceMs: 1 });
  const hand = { worker: { ...worker, writer }, reply };
  reply.addText('Good');
  writer.wake(reply);
  return hand;
}

it('costs a call nothing whose answer stands nowhere else', async () => {
  const messages = [{ role: 'user', content: 'Hello' }];
  const call = apiCall(await createKey(), { model: TEST_MODEL, stream: true, messages });
  await admitCall(call);
  await conclude(await undeliverable(call.generationId), ' morning');
  expect(await readEnd(call.generationId)).toMatchObject({
    state: 'interrupted',
    errorCode: 'interrupted',
    reason: 'house_failed',
    chargedMicro: 0,
  });
});

it('is nothing to a message, which is read in its conversation', async () => {
  const { userId } = await createKey();
  const { id } = await admitSend(userId);
  await conclude(await undeliverable(id), ' morning');
  expect(await readEnd(id)).toMatchObject({ state: 'done', reason: 'output' });
  const sql = 'SELECT m.text FROM messages m JOIN generations g ON g.reply_message_id = m.id WHERE g.id = ?';
  expect(await selectRow(AUTOCOMMIT, sql, [id])).toEqual({ text: 'Good morning' });
});
