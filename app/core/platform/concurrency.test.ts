import { expect, it } from 'vitest';
import { Gate } from './concurrency.ts';

it('runs a few at a time, in order, and refuses callers when the queue is full', async () => {
  const gate = new Gate({ running: 2, waiting: 3 });
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
  const run = (number: number) => gate.run({ account: 'all' }, task(number));
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(run));
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
  await expect(run(6)).resolves.toBe(6);
});

it('gives a caller that does not wait a place, or the bound that is reached', () => {
  const gate = new Gate({ running: 3, runningEach: 2 });
  const leave = [gate.take('a'), gate.take('a'), gate.take('b')];
  expect(leave.map((taken) => typeof taken)).toEqual(['function', 'function', 'function']);
  expect([gate.take('a'), gate.take('b'), gate.take('c')]).toEqual(['owner', 'all', 'all']);
  const [first] = leave;
  if (typeof first !== 'function') throw new Error('there was room');
  first();
  first();
  expect(gate.take('c')).toBeTypeOf('function');
  expect(gate.take('a')).toBe('all');
});

it('gives the last place to another owner', async () => {
  const gate = new Gate({ running: 2, runningEach: 1 });
  const first = await gate.enter('a');
  let second = false;
  const waiting = gate.enter('a').then((leave) => {
    second = true;
    return leave;
  });
  expect(await gate.enter('b')).not.toBeNull();
  expect(second).toBe(false);
  first?.();
  first?.();
  expect(await waiting).not.toBeNull();
});

it('refuses callers when too many wait, of all owners or of one', async () => {
  const gate = new Gate({ running: 1, waiting: 3, waitingEach: 2 });
  const leave = await gate.enter('a');
  const order: string[] = [];
  const enter = async (name: string) => {
    const end = await gate.enter(name);
    order.push(name);
    end?.();
  };
  const waiting = [enter('a'), enter('a')];
  expect(await gate.enter('a'), 'two of one owner').toBeNull();
  waiting.push(enter('b'));
  expect(await gate.enter('c'), 'three of all').toBeNull();
  leave?.();
  await Promise.all(waiting);
  expect(order).toEqual(['b', 'a', 'a']);
});

/** Tasks that record when they begin, and end on command. */
function stage(bounds: { running: number; runningEach: number; waitingEach: number }) {
  const gate = new Gate(bounds);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, signal?: AbortSignal) =>
    gate.run({ account: name[0]!, signal }, () => {
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
  const { begun, add, finish } = stage({ running: 2, runningEach: 1, waitingEach: 20 });
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
  const { begun, add } = stage({ running: 1, runningEach: 1, waitingEach: 2 });
  void add('a0');
  void add('a1');
  void add('a2');
  await expect(add('a3')).rejects.toMatchObject({ code: 'unavailable' });
  void add('b0');
  await new Promise(setImmediate);
  expect(begun).toEqual(['a0']);
});

it('drops a waiting task once its caller has left', async () => {
  const { begun, add, finish } = stage({ running: 1, runningEach: 1, waitingEach: 20 });
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
  const gate = new Gate({ running: 1, runningEach: 1, waitingEach: 20 });
  await expect(gate.run({ account: 'a' }, () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  expect(await gate.run({ account: 'a' }, async () => 'done')).toBe('done');
});
