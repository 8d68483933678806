import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLiveWatch } from './live-watch.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** A set of live ids, and a watch over it that records its queries. */
function watchOver(...ids: string[]) {
  const live = new Set(ids);
  const asked: string[][] = [];
  const watch = createLiveWatch('things', (some) => {
    asked.push(some);
    return Promise.resolve(new Set(some.filter((id) => live.has(id))));
  });
  return { live, asked, watch };
}

const open = () => new AbortController().signal;

it('ends the streams of an ended id within a second, and no others', async () => {
  const { live, asked, watch } = watchOver('one', 'other');
  const [first, second, other] = [watch('one', open()), watch('one', open()), watch('other', open())];
  await vi.advanceTimersByTimeAsync(10_000);
  expect([first.aborted, second.aborted, other.aborted]).toEqual([false, false, false]);
  live.delete('one');
  await vi.advanceTimersByTimeAsync(1000);
  expect([first.aborted, second.aborted, other.aborted]).toEqual([true, true, false]);
  expect(asked[0], 'all by one question').toEqual(['one', 'other']);
});

it('does not query ids without a stream, and stops when none is left', async () => {
  const { asked, watch } = watchOver('one', 'other');
  const [here, gone] = [new AbortController(), new AbortController()];
  const [signal, left] = [watch('one', here.signal), watch('other', gone.signal)];
  gone.abort();
  expect([signal.aborted, left.aborted]).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked.at(-1)).toEqual(['one']);
  here.abort();
  expect(vi.getTimerCount()).toBe(0);
});

it('cuts no stream while the database is away, and queries again', async () => {
  let isAway = true;
  const watch = createLiveWatch('things', () =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve(new Set<string>()),
  );
  const signal = watch('one', open());
  await vi.advanceTimersByTimeAsync(5000);
  expect(signal.aborted).toBe(false);
  isAway = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(signal.aborted).toBe(true);
});
