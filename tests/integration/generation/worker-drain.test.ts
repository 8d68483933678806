import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startListening, stopListening } from '#app/core/realtime/listeners.ts';
import { createReplyWriter } from '#app/core/generation/stream/writer.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { readReceipt } from '#app/core/generation/report/receipt.ts';
import { config } from '#app/core/platform/config.ts';
import { newId } from '#app/core/platform/ids.ts';
import { redis } from '#app/core/platform/redis.ts';
import { closeQueue, enqueue, openQueue } from '#app/core/queue/enqueue.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { startResuming, type Resuming, type Story } from '#tests/doubles/resuming/start-resuming.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { readEnd } from '#tests/fixtures/engine-call.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { beginStory, createStoryModel, resumingEnvironment } from '#tests/fixtures/resumed-calls.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { jobHandlers } from '#worker/register.ts';
import { startWorker, type RunningWorker } from '#worker/start-worker.ts';

const CREDIT = 1_000_000n;
const TEXT = 'A worker that ends gives its answers away, and another one says them to their last words.';
const STORY: Story = { text: TEXT, cut: TEXT.length, end: 'stop', manners: {} };

let doubles: Resuming;
let workers: RunningWorker[];
let owner: Awaited<ReturnType<typeof createKey>>;
beforeAll(async () => {
  doubles = await startResuming();
  Object.assign(process.env, resumingEnvironment(doubles));
  openQueue(config().REDIS_URL);
  startListening(config().REDIS_URL);
});
beforeEach(async () => {
  await redis().flushDb();
  await emptyTables();
  workers = [];
  owner = await createKey({ creditMicro: CREDIT });
});
afterEach(() => Promise.all(workers.map((worker) => worker.stop())));
afterAll(async () => {
  await closeQueue();
  await stopListening();
  await doubles.close();
});

function start(): RunningWorker {
  const worker = startWorker({ ...config(), DRAIN_MS: 50 });
  workers.push(worker);
  return worker;
}

/** A call whose first answer pauses after this number of characters; each further one is complete. */
async function heldCall(hold: number, fields: object = {}) {
  const waiting = doubles.waiting();
  const call = await beginStory(owner, { ...STORY, hold }, { doubles, place: 'held', fields });
  await expect.poll(() => doubles.waiting()).toBe(waiting + 1);
  return call;
}

const rowOf = (id: string) =>
  selectRow<{ state: string; text: string | null; first_token_at: Date | null }>(
    AUTOCOMMIT,
    'SELECT state, text, first_token_at FROM generations WHERE id = ?',
    [id],
  );

const hasBegun = async (id: string) => {
  await expect.poll(async () => (await rowOf(id))?.first_token_at).not.toBeNull();
};

const chargesOf = (id: string) =>
  selectRows<{ amount_micro: string }>(
    AUTOCOMMIT,
    'SELECT amount_micro FROM ledger_entries WHERE reference = ?',
    [`charge:${id}`],
  );

/** It was charged once, and the account paid nothing else. */
async function expectChargedOnce(id: string): Promise<void> {
  const { chargedMicro } = await readEnd(id);
  expect(chargedMicro).toBeGreaterThan(0);
  expect(await chargesOf(id)).toEqual([{ amount_micro: String(-chargedMicro) }]);
  expect(await soundBalance(owner.userId)).toBe(CREDIT - BigInt(chargedMicro));
}

it.each([
  ['a stream', true],
  ['an answer in one piece', false],
])('continues %s that another worker has begun', async (_name, stream) => {
  const leaving = start();
  const call = await heldCall(40, { stream });
  start();
  const heard = call.end();
  await leaving.stop();
  expect(await heard).toMatchObject({ text: TEXT, end: { state: 'done', finishReason: 'stop' } });
  const { attempts } = await readReceipt(AUTOCOMMIT, {
    userId: owner.userId,
    generationId: call.generationId,
  });
  expect(attempts).toMatchObject([{ errorCode: 'interrupted' }, { errorCode: null, resumed: true }]);
  expect(doubles.objections).toEqual([]);
  await expectChargedOnce(call.generationId);
});

it('starts again a run of another worker without output', async () => {
  const leaving = start();
  const call = await heldCall(0);
  start();
  const heard = call.end();
  await leaving.stop();
  expect(await heard).toMatchObject({ text: TEXT, end: { state: 'done' } });
  await expectChargedOnce(call.generationId);
});

it('starts reasoning again, after the reasoning that a chat has shown', async () => {
  const leaving = start();
  const content = doubles.add({ ...STORY, hold: 0, thinking: 'Let me see. ' });
  const model = await createStoryModel('thinking', ['openai']);
  const { id } = await admitSend(owner.userId, content, { model });
  enqueue('chat', { generationId: id, attempt: 1 });
  await hasBegun(id);
  start();
  await leaving.stop();
  await expect.poll(async () => (await rowOf(id))?.state).toBe('done');
  const reply = await selectRow(
    AUTOCOMMIT,
    'SELECT text, thinking FROM messages WHERE id = (SELECT reply_message_id FROM generations WHERE id = ?)',
    [id],
  );
  expect(reply).toEqual({ text: TEXT, thinking: 'Let me see. Let me see. ' });
  await expectChargedOnce(id);
});

it('stores the output for the next start if there is no other worker', async () => {
  const leaving = start();
  const call = await heldCall(40);
  await hasBegun(call.generationId);
  await leaving.stop();
  expect(await rowOf(call.generationId)).toMatchObject({ state: 'queued', text: TEXT.slice(0, 40) });
  expect(await chargesOf(call.generationId)).toEqual([]);
  start();
  expect(await call.end()).toMatchObject({ text: TEXT, end: { state: 'done' } });
  await expectChargedOnce(call.generationId);
});

it('ends runs that cannot be continued, and charges their output', async () => {
  const leaving = start();
  const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }];
  const call = await heldCall(40, { tools });
  await hasBegun(call.generationId);
  await leaving.stop();
  expect(await readEnd(call.generationId)).toMatchObject({ state: 'interrupted', reason: 'output' });
  await expectChargedOnce(call.generationId);
});

it('calls no provider again for a call whose client has left', async () => {
  const leaving = start();
  const call = await heldCall(0);
  call.close();
  await leaving.stop();
  expect(await readEnd(call.generationId)).toMatchObject({ state: 'interrupted', reason: 'house_failed' });
  expect(await soundBalance(owner.userId)).toBe(CREDIT);
});

it('returns at once runs that it has not begun', async () => {
  const worker = {
    id: newId(),
    running: new Set<RunningReply>(),
    writer: createReplyWriter({ logTtlMs: 1, running: new Set() }),
  };
  const task = { name: 'chat', queue: 'chat' };
  const bounds = { task, concurrency: 2, stopping: AbortSignal.abort() };
  const [one, other] = [newId(), newId()];
  const runs = [one, other].map((generationId) => ({ generationId, attempt: 1 }));
  await jobHandlers(worker, bounds)['run-generations']({ runs });
  for (const id of [one, other])
    await expect.poll(() => redis().keys(`*:${id}-1-${worker.id}`)).toHaveLength(1);
});
