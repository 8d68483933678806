import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runFollowUp } from '#app/core/follow-ups/outbox.ts';
import { config } from '#app/core/platform/config.ts';
import { redis } from '#app/core/platform/redis.ts';
import { closeQueue, openQueue } from '#app/core/queue/enqueue.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { startSandbox, type Sandbox } from '#app/sandbox/providers/start-sandbox.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { readEnd } from '#tests/fixtures/engine-call.ts';
import { conclude, stopHeart, takeRun } from '#tests/fixtures/hand-worker.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { sweepUntil } from '#tests/fixtures/sweep-until.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { followUps } from '#worker/register.ts';
import { startWorker } from '#worker/start-worker.ts';

const CREDIT = 1_000_000n;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ pace: 0 });
  Object.assign(process.env, { OPENAI_BASE_URL: sandbox.url, OPENAI_API_KEY: 'sandbox', SANDBOX: 'true' });
  openQueue(config().REDIS_URL);
});
beforeEach(async () => {
  await redis().flushDb();
  await emptyTables();
  await createModel();
});
afterAll(async () => {
  await closeQueue();
  await sandbox.close();
});

interface Title {
  id: string;
  state: string;
  attempt: number;
  charged_micro: string | null;
}

const titles = () =>
  selectRows<Title>(
    AUTOCOMMIT,
    `SELECT id, state, attempt, charged_micro FROM generations WHERE target = 'title'`,
  );

const charges = () =>
  selectRows<{ reference: string; amount_micro: string }>(
    AUTOCOMMIT,
    `SELECT reference, amount_micro FROM ledger_entries WHERE reference LIKE 'charge:%'`,
  );

/** A first reply whose worker died after its settle, before any notification, that of the title included. */
async function bookedByTheDead() {
  const { userId } = await createAccount({ creditMicro: CREDIT });
  const { id: generationId } = await admitSend(userId, 'Rivers');
  const hand = await takeRun(generationId, 1);
  hand.reply.end = () => {
    throw new Error('the worker was killed');
  };
  await expect(conclude(hand, 'They flow.')).rejects.toThrow('the worker was killed');
  return { userId, generationId, conversationId: hand.reply.generation.conversationId };
}

it('a worker that dies between a reply and its title: both are made once, and only the reply is charged', async () => {
  const { userId, generationId, conversationId } = await bookedByTheDead();
  const { state, chargedMicro } = await readEnd(generationId);
  expect(state).toBe('done');
  expect(await titles()).toEqual([]);
  const [followUp] = await selectRows<{ id: string }>(AUTOCOMMIT, 'SELECT id FROM follow_ups');
  await runFollowUp(followUp!.id, followUps);
  expect(await titles()).toEqual([expect.objectContaining({ state: 'queued', attempt: 0 })]);
  expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM follow_ups')).toEqual([]);

  // Another one claims the title, and dies after its provider was called.
  const [{ id } = { id: '' }] = await titles();
  const late = await takeRun(id, 1);
  await stopHeart(late);
  await sweepUntil(id, 'queued');

  const worker = startWorker(config());
  await expect.poll(async () => (await titles())[0]?.state).toBe('done');
  const named = () =>
    selectRow<{ title: string }>(AUTOCOMMIT, 'SELECT title FROM conversations WHERE id = ?', [
      conversationId,
    ]);
  const made = await named();
  // The second one was wrongly considered dead.
  await conclude(late, 'A late title');
  await worker.stop();

  expect(await named()).toEqual(made);
  expect(made?.title).not.toBe('A late title');
  expect(await titles()).toEqual([expect.objectContaining({ id, state: 'done', charged_micro: '0' })]);
  expect(sandbox.requests()).toHaveLength(1);
  expect(await charges()).toEqual([
    { reference: `charge:${generationId}`, amount_micro: String(-chargedMicro) },
  ]);
  expect(chargedMicro).toBeGreaterThan(0);
  expect(await soundBalance(userId)).toBe(CREDIT - BigInt(chargedMicro));
});
