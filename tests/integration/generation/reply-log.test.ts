import { describe, expect, it } from 'vitest';
import {
  appendToLogs,
  fenceLog,
  logLength,
  readLog,
  type LogAppend,
} from '#app/core/generation/stream/log.ts';
import { newId } from '#app/core/platform/ids.ts';
import { redis } from '#app/core/platform/redis.ts';

const TTL_MS = 60_000;

/** Entries of a log, numbered from `first`. */
function append(generationId: string, first: number, count: number, attempt = 1): LogAppend {
  const entries = Array.from({ length: count }, (_, index) =>
    JSON.stringify({ type: 'text', at: first + index, text: `${first + index}` }),
  );
  return { generationId, attempt, first, entries, ttlMs: TTL_MS };
}

const numbersIn = async (id: string) =>
  (await readLog(id, 0)).events.map(({ event }) => 'at' in event && event.at);

describe('appendToLogs', () => {
  it('answers each log separately: appended, lost, repeated or fenced', async () => {
    const [grown, lost, repeated, shut] = [newId(), newId(), newId(), newId()];
    await appendToLogs([append(grown, 1, 2), append(repeated, 1, 2), append(shut, 1, 2)]);
    await fenceLog(shut, 2, TTL_MS);
    const answers = await appendToLogs([
      append(grown, 3, 1),
      append(lost, 3, 2),
      append(repeated, 1, 2),
      append(shut, 3, 1),
    ]);
    expect(answers).toEqual([3, 0, 2, -1]);
    expect(await numbersIn(grown)).toEqual([1, 2, 3]);
    expect(await numbersIn(repeated)).toEqual([1, 2]);
    expect(await numbersIn(shut)).toEqual([1, 2]);
    expect(await redis().keys(`reply:${lost}:*`), 'what was lost leaves nothing half').toEqual([]);
  });

  it('accepts more logs at once than Lua can unpack as keys', async () => {
    const ids = Array.from({ length: 9000 }, () => newId());
    const answers = await appendToLogs(ids.map((id, index) => append(id, 1, 1 + (index % 2))));
    expect(answers).toEqual(ids.map((_, index) => 1 + (index % 2)));
    expect(await logLength(ids.at(-1)!)).toBe(2);
    await redis().del(ids.flatMap((id) => [`reply:${id}:log`, `reply:${id}:fence`]));
  });
});

describe('readLog', () => {
  it('returns a long log in pages of bounded size, and each entry once', async () => {
    const id = newId();
    const text = 'x'.repeat(16 * 1024);
    const entries = Array.from({ length: 500 }, (_, at) => JSON.stringify({ type: 'text', at, text }));
    await appendToLogs([{ generationId: id, attempt: 1, first: 1, entries, ttlMs: TTL_MS }]);
    const numbers: number[] = [];
    for (let hasMore = true; hasMore;) {
      const page = await readLog(id, numbers.length);
      hasMore = page.hasMore;
      numbers.push(...page.events.map(({ number }) => number));
      const bytes = page.events.reduce((sum, { event }) => sum + JSON.stringify(event).length, 0);
      expect(bytes).toBeLessThan(1.1 * 1024 * 1024);
    }
    expect(numbers).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
    await redis().del([`reply:${id}:log`, `reply:${id}:fence`]);
  });
});
