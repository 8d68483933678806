import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBatcher, type Outcome } from './batcher.ts';

const gone = () => Object.assign(new Error('lost'), { code: 'PROTOCOL_CONNECTION_LOST' });
const ok = <T>(value: T): Outcome<T> => ({ ok: true, value });

describe('createBatcher', () => {
  it('answers concurrent callers in one run, in order of arrival', async () => {
    const runs: number[][] = [];
    const batched = createBatcher<number, number>({
      name: 'test',
      run: async (requests) => {
        runs.push(requests);
        return requests.map((n) => ok(n * 2));
      },
    });
    expect(await Promise.all([1, 2, 3].map(batched))).toEqual([2, 4, 6]);
    expect(runs).toEqual([[1, 2, 3]]);
  });

  it('rejects only the refused caller', async () => {
    const batched = createBatcher<number, number>({
      name: 'test',
      run: async (requests) => requests.map((n) => (n === 2 ? { ok: false, error: new Error('no') } : ok(n))),
    });
    const results = await Promise.allSettled([1, 2, 3].map(batched));
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('repeats callers one by one when the shared run fails, so that a bad row hurts only itself', async () => {
    const runs: [number[], boolean][] = [];
    const batched = createBatcher<number, number>({
      name: 'test',
      run: async (requests, repeated) => {
        runs.push([requests, repeated]);
        if (requests.includes(2)) throw new Error('bad row');
        return requests.map(ok);
      },
    });
    const results = await Promise.allSettled([1, 2, 3].map(batched));
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(runs).toEqual([
      [[1, 2, 3], false],
      [[1], true],
      [[2], true],
      [[3], true],
    ]);
  });

  it('repeats a lone caller after a lost connection, and flags the repeat', async () => {
    const repeats: boolean[] = [];
    const batched = createBatcher<number, number>({
      name: 'test',
      pauseMs: 1,
      run: async (requests, repeated) => {
        repeats.push(repeated);
        if (repeats.length < 3) throw gone();
        return requests.map(ok);
      },
    });
    expect(await batched(7)).toBe(7);
    expect(repeats).toEqual([false, true, true]);
  });

  it('repeats callers together while the database is away, and refuses them together when it stays away', async () => {
    const runs: [number[], boolean][] = [];
    let answersFrom = 3;
    const batched = createBatcher<number, number>({
      name: 'test',
      tries: 3,
      pauseMs: 1,
      run: async (requests, repeated) => {
        runs.push([requests, repeated]);
        if (runs.length < answersFrom) throw gone();
        return requests.map(ok);
      },
    });
    expect(await Promise.all([1, 2, 3].map(batched))).toEqual([1, 2, 3]);
    expect(runs).toEqual([
      [[1, 2, 3], false],
      [[1, 2, 3], true],
      [[1, 2, 3], true],
    ]);
    answersFrom = Infinity;
    const results = await Promise.allSettled([4, 5].map(batched));
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
    expect(runs.slice(3).map(([requests]) => requests)).toEqual(Array.from({ length: 4 }, () => [4, 5]));
  });

  it('refuses the remaining callers at once when the database goes away during one-by-one repeats', async () => {
    const asked: number[][] = [];
    const batched = createBatcher<number, number>({
      name: 'test',
      tries: 2,
      pauseMs: 1,
      run: async (requests) => {
        asked.push(requests);
        if (requests.length > 1) throw new Error('bad row');
        if (requests[0] !== 1) throw gone();
        return requests.map(ok);
      },
    });
    const results = await Promise.allSettled([1, 2, 3, 4].map(batched));
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(asked).toEqual([[1, 2, 3, 4], [1], [2], [2], [2]]);
  });

  describe('when another transaction has locked rows of some callers', () => {
    const blocked = () => Object.assign(new Error('locked'), { code: 'ER_LOCK_WAIT_TIMEOUT' });

    /** Accounts are letters; a caller is named by its account and a number. */
    function lockedBatcher(blockedMs: number) {
      const locked = new Set(['a']);
      const runs: string[] = [];
      const ask = createBatcher<string, string>({
        name: 'test',
        pauseMs: 1,
        blockedMs,
        laneOf: (request) => request[0],
        run: async (requests) => {
          runs.push(requests.join(' '));
          if (requests.some((one) => locked.has(one[0]!))) throw blocked();
          return requests.map(ok);
        },
      });
      return { locked, runs, ask };
    }

    it('answers the other callers, and queues later callers of the locked lane', async () => {
      const { locked, runs, ask } = lockedBatcher(60_000);
      const first = ask('a1');
      expect(await Promise.all(['b1', 'c1'].map(ask))).toEqual(['b1', 'c1']);
      expect(runs[0]).toBe('a1 b1 c1');
      await turn();
      const second = ask('a2');
      expect(await Promise.all(['b2', 'c2'].map(ask))).toEqual(['b2', 'c2']);
      expect(runs).toContain('b2 c2');
      locked.clear();
      expect(await Promise.all([first, second])).toEqual(['a1', 'a2']);
      await turn();
      expect(await Promise.all(['a3', 'b3'].map(ask))).toEqual(['a3', 'b3']);
      expect(runs.at(-1)).toBe('a3 b3');
    });

    it('refuses locked callers after a while, and keeps later ones of the lane out of the batches', async () => {
      const { runs, ask } = lockedBatcher(0);
      const answers = await Promise.allSettled(['a1', 'b1'].map(ask));
      expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
      const later = await Promise.allSettled(['a2', 'b2'].map(ask));
      expect(later).toMatchObject([
        { status: 'rejected', reason: { code: 'ER_LOCK_WAIT_TIMEOUT' } },
        { status: 'fulfilled', value: 'b2' },
      ]);
      expect(runs).not.toContain('a2 b2');
    });
  });

  it('collects callers during a run, and splits them by the batch size', async () => {
    const sizes: number[] = [];
    let endFirst = () => {};
    const batched = createBatcher<number, number>({
      name: 'test',
      maxBatchSize: 4,
      run: async (requests) => {
        sizes.push(requests.length);
        if (sizes.length === 1) await new Promise<void>((resolve) => (endFirst = resolve));
        return requests.map(ok);
      },
    });
    const first = batched(0);
    await expect.poll(() => sizes).toEqual([1]);
    const others = Array.from({ length: 9 }, (_, n) => batched(n));
    endFirst();
    await Promise.all([first, ...others]);
    expect(sizes).toEqual([1, 4, 4, 1]);
  });
});

describe('a batch of a busy process', () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] }),
  );
  afterEach(() => void vi.useRealTimers());

  /** A batcher whose transactions take no time, and the batches that it ran. */
  function busyBatcher(calls: number) {
    const runs: number[][] = [];
    const batched = createBatcher<number, number>({
      name: 'test',
      concurrentCalls: () => calls,
      run: async (requests) => {
        runs.push(requests);
        return requests.map(ok);
      },
    });
    return { runs, ask: (n: number) => void batched(n) };
  }

  it('answers a lone call without a turn of the event loop', async () => {
    const [alone, oneOfTwo] = [busyBatcher(1), busyBatcher(2)];
    alone.ask(1);
    oneOfTwo.ask(1);
    await Promise.resolve();
    expect(alone.runs).toEqual([[1]]);
    expect(oneOfTwo.runs).toEqual([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(oneOfTwo.runs).toEqual([[1]]);
  });

  it('answers the first caller at once, and lets the next ones wait for each other', async () => {
    const { runs, ask } = busyBatcher(9);
    ask(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(runs).toEqual([[1]]);
    ask(2);
    await vi.advanceTimersByTimeAsync(1);
    ask(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs).toEqual([[1]]);
    ask(4);
    await vi.advanceTimersByTimeAsync(0);
    expect(runs).toEqual([[1], [2, 3, 4]]);
  });

  it('waits at most 4 ms for callers that do not arrive', async () => {
    const { runs, ask } = busyBatcher(1000);
    ask(1);
    await vi.advanceTimersByTimeAsync(0);
    ask(2);
    await vi.advanceTimersByTimeAsync(3);
    expect(runs).toEqual([[1]]);
    await vi.advanceTimersByTimeAsync(2);
    expect(runs).toEqual([[1], [2]]);
  });

  it('does not linger while few calls are in progress', async () => {
    const { runs, ask } = busyBatcher(3);
    for (const n of [1, 2, 3]) {
      ask(n);
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(runs).toEqual([[1], [2], [3]]);
  });

  it('does not linger when no caller has arrived for a while', async () => {
    const { runs, ask } = busyBatcher(1000);
    ask(1);
    await vi.advanceTimersByTimeAsync(10);
    ask(2);
    await vi.advanceTimersByTimeAsync(0);
    expect(runs).toEqual([[1], [2]]);
  });
});
