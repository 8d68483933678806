import { afterEach, describe, expect, it } from 'vitest';
import { createThreadPool, threadEntry, type ThreadPool } from './thread-pool.ts';

type Play = 'answer' | 'throw' | 'loop' | 'backtrack' | 'fill' | { say: string };

const entry = threadEntry(import.meta.url, '../../../../tests/fixtures/threads/play.ts');

const opened: ThreadPool<Play, string>[] = [];

function newPool(options: { threads: number; waitingEach?: number }) {
  const pool = createThreadPool<Play, string>({ entry, megabytes: 32, ...options });
  opened.push(pool);
  return pool;
}

const budgetMs = 200;

const ask = (pool: ThreadPool<Play, string>, input: Play, owner = 'a') =>
  pool.run({ owner, input, budgetMs });

afterEach(async () => {
  await Promise.all(opened.splice(0).map((pool) => pool.close()));
});

describe('a pool of threads', () => {
  it.each(['loop', 'backtrack', 'fill'] as const)(
    'kills a task that would %s forever, and continues',
    async (play) => {
      const pool = newPool({ threads: 1 });
      expect(await ask(pool, play)).toEqual({ state: 'over' });
      expect(await ask(pool, 'answer')).toMatchObject({ state: 'done', output: 'answered' });
    },
  );

  it('does not block the event loop', async () => {
    const pool = newPool({ threads: 1 });
    let turns = 0;
    const counting = setInterval(() => (turns += 1));
    await ask(pool, 'loop');
    clearInterval(counting);
    // A busy machine may leave only a few turns; a task that blocked the loop would leave none.
    expect(turns).toBeGreaterThan(1);
  });

  it('returns the error that a task throws', async () => {
    const end = await ask(newPool({ threads: 1 }), 'throw');
    expect(end).toMatchObject({ state: 'failed', error: { message: 'thrown in the thread' } });
  });

  it('answers other owners while one has many endless tasks', async () => {
    const pool = newPool({ threads: 2 });
    let ended = 0;
    const hostile = Array.from({ length: 20 }, async () => {
      await ask(pool, 'loop', 'hostile');
      ended += 1;
    });
    for (const say of ['one', 'two', 'three'])
      expect(await ask(pool, { say }, 'other')).toMatchObject({ state: 'done', output: say });
    expect(ended).toBeLessThan(20);
    await pool.close();
    await Promise.all(hostile);
  });

  it('refuses only the owner with too many waiting tasks', async () => {
    const pool = newPool({ threads: 1, waitingEach: 2 });
    const asked = Array.from({ length: 5 }, () => ask(pool, 'answer'));
    const other = ask(pool, { say: 'other' }, 'b');
    const states = (await Promise.all(asked)).map(({ state }) => state);
    expect(states).toEqual(['done', 'done', 'done', 'busy', 'busy']);
    expect(await other).toMatchObject({ state: 'done', output: 'other' });
  });
});
