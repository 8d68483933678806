import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import { admitInBatch } from '#app/core/generation/admit/admit-batch.ts';
import { startListening, stopListening } from '#app/core/realtime/listeners.ts';
import { planChat } from '#app/core/generation/admit/plan-chat.ts';
import { openCallReader } from '#app/core/generation/stream/read-call.ts';
import { appendToLogs } from '#app/core/generation/stream/reply-log.ts';
import { config } from '#app/core/platform/config.ts';
import { redis } from '#app/core/platform/redis.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { emptyTables } from '#tests/setup/database.ts';

// The model is on offer only while its provider has a key; nobody calls it here.
Object.assign(process.env, {
  OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
  OPENAI_API_KEY: 'sandbox',
  SANDBOX: 'true',
});

/** Longer than a reader that hears nothing waits before it looks again. */
const LATE_MS = 2200;

beforeAll(() => startListening(config().REDIS_URL));
afterAll(() => stopListening());
beforeEach(async () => {
  await redis().flushDb();
  await emptyTables();
  await createModel();
});

async function read(generationId: string): Promise<LogEntry[]> {
  const reader = openCallReader(generationId);
  const entries: LogEntry[] = [];
  for await (const entry of reader.entries(AbortSignal.timeout(90_000))) entries.push(entry);
  reader.close();
  return entries;
}

/** A run that is booked, and of whose end nothing stands in its log yet. */
async function bookedRun(): Promise<string> {
  const { userId } = await createAccount();
  const { generationId } = await admitInBatch(await planChat(chatSend(userId, 'Hello')));
  await change(
    AUTOCOMMIT,
    `UPDATE generations SET state = 'done', finish_reason = 'stop', attempt = 1 WHERE id = ?`,
    [generationId],
  );
  return generationId;
}

it('waits for a worker that has booked a call and is slow to say so', async () => {
  const generationId = await bookedRun();
  const end: ReplyEnd = {
    type: 'end',
    state: 'done',
    finishReason: 'stop',
    errorCode: null,
    errorDetail: null,
    costMicro: '7',
  };
  const said: LogEntry[] = [{ type: 'text', at: 0, text: 'Hello' }, end];
  const heard = read(generationId);
  await new Promise((resolve) => setTimeout(resolve, LATE_MS));
  const entries = said.map((entry) => JSON.stringify(entry));
  await appendToLogs([{ generationId, attempt: 1, first: 1, entries, ttlMs: 60_000 }]);
  expect(await heard).toEqual(said);
});

it('never takes an answer whose log is gone for a whole one', async () => {
  const entries = await read(await bookedRun());
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ type: 'end', state: 'interrupted', errorCode: 'interrupted' });
});
