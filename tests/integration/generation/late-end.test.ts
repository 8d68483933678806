import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import { startListening, stopListening } from '#app/core/realtime/listeners.ts';
import { openCallReader } from '#app/core/generation/stream/call-reader.ts';
import { appendToLogs, readersKey } from '#app/core/generation/stream/log.ts';
import { config } from '#app/core/platform/config.ts';
import { redis } from '#app/core/platform/redis.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { watchStatements } from '#tests/fixtures/sent-statements.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';

/** A reader that receives nothing for this long checks again. */
const RENEW_MS = 1500;

useUnservedModel();
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  startListening(config().REDIS_URL);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await stopListening();
  vi.useRealTimers();
});

const passTime = () => vi.advanceTimersByTimeAsync(RENEW_MS);

async function read(generationId: string): Promise<LogEntry[]> {
  const reader = openCallReader(generationId);
  const entries: LogEntry[] = [];
  for await (const entry of reader.entries(AbortSignal.timeout(90_000))) entries.push(entry);
  reader.close();
  return entries;
}

/** A settled run whose log does not have its end yet. */
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

it('waits for a worker that has settled a call and is slow to publish the end', async () => {
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
  const statements = watchStatements();
  await expect.poll(() => redis().zCard(readersKey(generationId))).toBe(1);
  // It reads the row, which has ended, once more: the first read is not conclusive.
  for (let looks = 0; looks < 2; looks += 1) {
    const before = statements.count();
    await passTime();
    await expect.poll(statements.count).toBeGreaterThan(before);
    await expect.poll(statements.hasMore, { interval: 100 }).toBe(false);
  }
  const entries = said.map((entry) => JSON.stringify(entry));
  await appendToLogs([{ generationId, attempt: 1, first: 1, entries, ttlMs: 60_000 }]);
  expect(await heard).toEqual(said);
});

it('never considers an answer with a lost log complete', async () => {
  let entries: LogEntry[] = [];
  void read(await bookedRun()).then((all) => (entries = all));
  const length = async () => {
    await passTime();
    return entries.length;
  };
  await expect.poll(length).toBeGreaterThan(0);
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ type: 'end', state: 'interrupted', errorCode: 'interrupted' });
});
