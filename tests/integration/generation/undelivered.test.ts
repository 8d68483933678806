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

/** A run whose output cannot be appended to its log: the key is not a list. */
async function undeliverable(generationId: string): Promise<Hand> {
  const { worker, reply } = await takeRun(generationId, 1);
  await redis().set(`reply:${generationId}:log`, 'no list');
  const writer = createReplyWriter({ logTtlMs: 60_000, running: worker.running, patienceMs: 1 });
  const hand = { worker: { ...worker, writer }, reply };
  reply.addText('Good');
  writer.wake(reply);
  return hand;
}

it('makes a call free whose answer is stored nowhere else', async () => {
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

it('does not affect a message, which is read in its conversation', async () => {
  const { userId } = await createKey();
  const { id } = await admitSend(userId);
  await conclude(await undeliverable(id), ' morning');
  expect(await readEnd(id)).toMatchObject({ state: 'done', reason: 'output' });
  const sql = 'SELECT m.text FROM messages m JOIN generations g ON g.reply_message_id = m.id WHERE g.id = ?';
  expect(await selectRow(AUTOCOMMIT, sql, [id])).toEqual({ text: 'Good morning' });
});
