import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LogEntry } from '#app/contracts/generation.ts';
import { listeners, startListening, stopListening } from '#app/core/realtime/listeners.ts';
import { openCallReader } from '#app/core/generation/stream/call-reader.ts';
import { readReply } from '#app/core/generation/stream/reader.ts';
import { appendToLogs, readersKey } from '#app/core/generation/stream/log.ts';
import { newId } from '#app/core/platform/ids.ts';
import { redis } from '#app/core/platform/redis.ts';

beforeAll(() => startListening(process.env.REDIS_URL!));
afterAll(stopListening);

const COUNT = 400;
const PIECE = 'x'.repeat(16 * 1024);
const END = {
  type: 'end',
  state: 'done',
  finishReason: 'stop',
  errorCode: null,
  errorDetail: null,
  costMicro: '1',
};

/** Outputs six megabytes while no reader reads, as a worker does: some entries at a time. */
async function say(generationId: string, entryAt: (index: number) => object): Promise<void> {
  const entries = Array.from({ length: COUNT }, (_, index) => JSON.stringify(entryAt(index)));
  entries.push(JSON.stringify(END));
  for (let at = 0; at < entries.length; at += 50) {
    const some = entries.slice(at, at + 50);
    await appendToLogs([{ generationId, attempt: 1, first: at + 1, entries: some, ttlMs: 60_000 }]);
  }
}

it('buffers a bounded amount for a slow reader, and reports that entries were dropped', async () => {
  const generationId = newId();
  const feed = listeners().open(generationId, readersKey(generationId));
  const probe = listeners().open(generationId, readersKey(generationId));
  await feed.news(AbortSignal.timeout(90_000));
  feed.takeStale();
  await say(generationId, (index) => ({ type: 'vector', index, base64: PIECE }));
  // The other reader of the same topic reads at once: after its end everything was received.
  for (let last = 0; last <= COUNT;) {
    await probe.news(AbortSignal.timeout(90_000));
    probe.takeStale();
    last = probe.take().at(-1)?.number ?? last;
  }
  const kept = feed.take().reduce((sum, { entry }) => sum + entry.length, 0);
  expect(kept).toBeLessThanOrEqual(1024 * 1024);
  expect(feed.takeStale()).toBe(true);
  feed.close();
  probe.close();
});

it('gives a slow reader of a call every entry once, in order', async () => {
  const generationId = newId();
  const reader = openCallReader(generationId);
  const entries = reader.entries(AbortSignal.timeout(90_000));
  await say(generationId, (index) => ({ type: 'vector', index, base64: PIECE }));
  const heard: LogEntry[] = [];
  for await (const entry of entries) heard.push(entry);
  reader.close();
  expect(heard.map((entry) => (entry.type === 'vector' ? entry.index : entry.type))).toEqual([
    ...Array.from({ length: COUNT }, (_, index) => index),
    'end',
  ]);
});

it('gives a reply of many megabytes page by page', async () => {
  const generationId = newId();
  await say(generationId, (index) => ({ type: 'text', at: index * PIECE.length, text: PIECE }));
  let length = 0;
  for await (const { event } of readReply({ generationId, signal: AbortSignal.timeout(90_000) })) {
    if (event.type !== 'text') continue;
    expect(event.at).toBe(length);
    length += event.text.length;
  }
  expect(length).toBe(COUNT * PIECE.length);
});

it('keeps the log for a reader who is still reading it', async () => {
  const generationId = newId();
  await say(generationId, (index) => ({ type: 'vector', index, base64: PIECE }));
  await redis().pExpire(`reply:${generationId}:log`, 2000);
  const reader = openCallReader(generationId);
  const entries = reader.entries(AbortSignal.timeout(90_000))[Symbol.asyncIterator]();
  await entries.next();
  expect(await redis().pTTL(`reply:${generationId}:log`)).toBeGreaterThan(5000);
  reader.close();
});
