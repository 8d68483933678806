import { expect, it } from 'vitest';
import { bounded, fairTurns } from './concurrency.ts';

it('runs a few at a time, in order, and refuses callers when the queue is full', async () => {
  const run = bounded(2, 3);
  let active = 0;
  let most = 0;
  const order: number[] = [];
  const task = (number: number) => async () => {
    most = Math.max(most, ++active);
    order.push(number);
    await new Promise((resolve) => setImmediate(resolve));
    active -= 1;
    if (number === 1) throw new Error('one fails');
    return number;
  };
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5].map((number) => run(task(number))));
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
  expect(results[5]).toMatchObject({ reason: { code: 'unavailable' } });
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4]);
  await expect(run(task(6))).resolves.toBe(6);
});

/** Tasks that record when they begin, and end on command. */
function stage(bounds: { running: number; perAccount: number; waiting: number }) {
  const turns = fairTurns(bounds);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, signal?: AbortSignal) =>
    turns({ account: name[0]!, signal }, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const finish = async (name: string) => {
    ends.get(name)!();
    await new Promise(setImmediate);
  };
  return { begun, add, finish };
}

it('rotates among accounts, however many tasks one of them has', async () => {
  const { begun, add, finish } = stage({ running: 2, perAccount: 1, waiting: 20 });
  for (let number = 0; number < 20; number += 1) void add(`a${number}`);
  void add('b0');
  await new Promise(setImmediate);
  expect(begun).toEqual(['a0', 'b0']);
  void add('b1');
  void add('c0');
  await finish('b0');
  expect(begun).toEqual(['a0', 'b0', 'c0']);
  await finish('a0');
  await finish('b1');
  expect(begun).toEqual(['a0', 'b0', 'c0', 'b1', 'a1']);
});

it('refuses tasks only of the account that has too many waiting', async () => {
  const { begun, add } = stage({ running: 1, perAccount: 1, waiting: 2 });
  void add('a0');
  void add('a1');
  void add('a2');
  await expect(add('a3')).rejects.toMatchObject({ code: 'unavailable' });
  void add('b0');
  await new Promise(setImmediate);
  expect(begun).toEqual(['a0']);
});

it('drops a waiting task once its caller has left', async () => {
  const { begun, add, finish } = stage({ running: 1, perAccount: 1, waiting: 20 });
  const leaving = new AbortController();
  void add('a0');
  const dropped = add('a1', leaving.signal);
  void add('a2');
  leaving.abort(new Error('left'));
  await expect(dropped).rejects.toThrow('left');
  await finish('a0');
  expect(begun).toEqual(['a0', 'a2']);
  await expect(add('a3', leaving.signal)).rejects.toThrow('left');
});

it('continues after a task that fails', async () => {
  const turns = fairTurns({ running: 1, perAccount: 1, waiting: 20 });
  await expect(turns({ account: 'a' }, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turns({ account: 'a' }, async () => 'done')).toBe('done');
});
