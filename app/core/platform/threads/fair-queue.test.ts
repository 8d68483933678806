import { describe, expect, it } from 'vitest';
import { fairQueue } from './fair-queue.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a fair queue', () => {
  it('gives turns to owners in rotation', async () => {
    const queue = fairQueue({ running: 1, runningEach: 1, waiting: 10, waitingEach: 5 });
    const order: string[] = [];
    const take = async (owner: string) => {
      const end = await queue.enter(owner);
      order.push(owner);
      await settle();
      end?.();
    };
    await Promise.all(['a', 'a', 'a', 'b', 'b', 'c'].map(take));
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  });

  it('leaves a place that one owner may not have to another', async () => {
    const queue = fairQueue({ running: 2, runningEach: 1, waiting: 10, waitingEach: 5 });
    const first = await queue.enter('a');
    let second = false;
    const waiting = queue.enter('a').then((end) => {
      second = true;
      return end;
    });
    expect(await queue.enter('b')).not.toBeNull();
    expect(second).toBe(false);
    first?.();
    first?.();
    expect(await waiting).not.toBeNull();
  });

  it('refuses whom it has no room for', async () => {
    const queue = fairQueue({ running: 1, runningEach: 1, waiting: 3, waitingEach: 2 });
    const end = await queue.enter('a');
    let waiting = [queue.enter('a'), queue.enter('a')];
    expect(await queue.enter('a')).toBeNull();
    waiting.push(queue.enter('b'));
    expect(await queue.enter('c')).toBeNull();
    end?.();
    for (let turn = 0; turn < 3; turn += 1) {
      const ended = await Promise.race(waiting.map(async (each, index) => ({ index, end: await each })));
      waiting = waiting.filter((_, index) => index !== ended.index);
      ended.end?.();
    }
  });
});
