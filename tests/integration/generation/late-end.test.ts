import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import { startListening, stopListening } from '#app/core/realtime/listeners.ts';
import { openCallReader } from '#app/core/generation/stream/read-call.ts';
import { appendToLogs } from '#app/core/generation/stream/reply-log.ts';
import { config } from '#app/core/platform/config.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

/** Longer than a reader that hears nothing waits before it looks again. */
const LATE_MS = 2200;

useUnservedModel();
beforeAll(() => startListening(config().REDIS_URL));
afterAll(() => stopListening());

async function read(generationId: string): Promise<LogEntry[]> {
  const reader = openCallReader(generationId);
  const entries: LogEntry[] = [];
  for await (const entry of reader.entries(AbortSignal.timeout(90_000))) entries.push(entry);
  reader.close();
  return entries;
}

/** A run that is booked, and of whose end nothing stands in its log yet. */
async function bookedRun(): Promise<string> {
  const { userId } = await createAccount({ creditMicro: 1_000_000n });
  const { id: generationId } = await admitSend(userId);
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
