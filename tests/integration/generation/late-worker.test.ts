import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LogEntry } from '#app/contracts/generation.ts';
import { admitFolded } from '#app/core/generation/admit-fold.ts';
import { claimGeneration } from '#app/core/generation/claim.ts';
import { concludeRun } from '#app/core/generation/conclude-run.ts';
import { checkpoint } from '#app/core/generation/heartbeat.ts';
import { loadPrompt } from '#app/core/generation/load-prompt.ts';
import { payingAccount } from '#app/core/generation/paying-account.ts';
import { planChat } from '#app/core/generation/plan-chat.ts';
import { readLog } from '#app/core/generation/reply-log.ts';
import { createReplyWriter } from '#app/core/generation/reply-writer.ts';
import { RunningReply } from '#app/core/generation/running-reply.ts';
import { createSweeper } from '#app/core/generation/sweep.ts';
import type { WorkerContext } from '#app/core/generation/worker-context.ts';
import { config } from '#app/core/platform/config.ts';
import { newId } from '#app/core/platform/ids.ts';
import { redis } from '#app/core/platform/redis.ts';
import { closeBell, openBell } from '#app/core/queue/bell.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { soundBalance } from '#tests/fixtures/books.ts';
import { readEnd } from '#tests/fixtures/engine-call.ts';
import { emptyTables } from '#tests/setup/database.ts';

// The model is on offer only while its provider has a key; nobody calls it here.
Object.assign(process.env, {
  OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
  OPENAI_API_KEY: 'sandbox',
  SANDBOX: 'true',
});

const LEASE_MS = 40;
const CREDIT = 1_000_000n;

beforeAll(() => openBell(config().REDIS_URL));
afterAll(() => closeBell());
beforeEach(async () => {
  await redis().flushDb();
  await emptyTables();
  await createModel();
});

/** A worker that can be told when to do what. */
function newWorker(): WorkerContext {
  const running = new Set<RunningReply>();
  return { id: newId(), running, writer: createReplyWriter({ logTtlMs: 60_000, running }) };
}

interface Hand {
  worker: WorkerContext;
  reply: RunningReply;
}

/** Takes a run as a worker does whose provider answers at once. */
async function take(generationId: string, attempt: number): Promise<Hand> {
  const worker = newWorker();
  const claimed = await claimGeneration({ generationId, attempt, workerId: worker.id });
  await claimed!.stored;
  const reply = new RunningReply(claimed!.generation);
  worker.running.add(reply);
  reply.isStored = true;
  reply.isTaken = true;
  return { worker, reply };
}

/** A run that a worker has taken which stands still from now on. */
async function pausedRun(words: string): Promise<Hand & { userId: string; id: string }> {
  const { userId } = await createAccount({ creditMicro: CREDIT });
  const plan = await planChat(chatSend(userId, 'Hello', { parameters: { maxOutputTokens: 300 } }));
  plan.generation.accountId = await payingAccount(plan);
  const { generationId: id } = await admitFolded(plan);
  const hand = await take(id, 1);
  if (words !== '') await speak(hand, words);
  await change(AUTOCOMMIT, 'UPDATE generations SET heartbeat_at = NOW(3) - INTERVAL 1 MINUTE WHERE id = ?', [
    id,
  ]);
  return { ...hand, userId, id };
}

async function speak({ worker, reply }: Hand, words: string): Promise<void> {
  reply.addText(words);
  await worker.writer.flushed(reply);
  await checkpoint([reply]);
}

/** The provider has said all, and the worker books it. */
async function conclude({ worker, reply }: Hand, words: string): Promise<void> {
  reply.addText(words);
  reply.finishReasons[0] = 'stop';
  await concludeRun(reply, await loadPrompt(AUTOCOMMIT, reply.generation), null, worker);
  await worker.writer.flushed(reply);
}

const rowOf = (id: string) =>
  selectRow<{ state: string; attempt: number }>(
    AUTOCOMMIT,
    'SELECT state, attempt FROM generations WHERE id = ?',
    [id],
  );

async function sweepUntil(id: string, state: string): Promise<void> {
  const sweep = createSweeper(LEASE_MS);
  const look = async () => {
    await sweep();
    return (await rowOf(id))?.state;
  };
  await expect.poll(look).toBe(state);
}

const chargesOf = (id: string) =>
  selectRows<{ amount_micro: string }>(
    AUTOCOMMIT,
    'SELECT amount_micro FROM ledger_entries WHERE reference = ?',
    [`charge:${id}`],
  );

const entriesOf = async (id: string): Promise<LogEntry[]> =>
  (await readLog(id, 0)).events.map(({ event }) => event);

const textOf = async (id: string) =>
  (
    await selectRow<{ text: string }>(
      AUTOCOMMIT,
      'SELECT text FROM messages WHERE id = (SELECT reply_message_id FROM generations WHERE id = ?)',
      [id],
    )
  )?.text;

it('a worker whose run was closed as lost meanwhile books nothing and says nothing more', async () => {
  const late = await pausedRun('Once upon');
  const { id, userId } = late;
  await sweepUntil(id, 'interrupted');
  const closed = { end: await readEnd(id), log: await entriesOf(id) };
  expect(closed.end.chargedMicro).toBeGreaterThan(0);
  expect(closed.log.at(-1)).toMatchObject({ type: 'end', state: 'interrupted' });

  await conclude(late, ' a time there was a worker that overslept');
  expect(late.reply.abort.signal.reason).toMatchObject({ reason: 'lost' });
  expect({ end: await readEnd(id), log: await entriesOf(id) }).toEqual(closed);
  expect(await textOf(id)).toBe('Once upon');
  expect(await chargesOf(id)).toEqual([{ amount_micro: String(-closed.end.chargedMicro) }]);
  expect(await soundBalance(userId)).toBe(CREDIT - BigInt(closed.end.chargedMicro));
});

it('a worker whose run was given to another meanwhile neither ends nor disturbs that one', async () => {
  const late = await pausedRun('');
  const { id, userId } = late;
  await sweepUntil(id, 'queued');
  const { attempt } = (await rowOf(id))!;
  const next = await take(id, attempt + 1);
  await speak(next, 'Good');

  await conclude(late, 'I overslept');
  expect(late.reply.abort.signal.reason).toMatchObject({ reason: 'lost' });
  expect(await rowOf(id)).toEqual({ state: 'running', attempt: attempt + 1 });
  expect(await chargesOf(id)).toEqual([]);

  await conclude(next, ' morning');
  const { chargedMicro } = await readEnd(id);
  expect(await rowOf(id)).toEqual({ state: 'done', attempt: attempt + 1 });
  expect(await textOf(id)).toBe('Good morning');
  expect(await chargesOf(id)).toEqual([{ amount_micro: String(-chargedMicro) }]);
  expect(await soundBalance(userId)).toBe(CREDIT - BigInt(chargedMicro));
});
