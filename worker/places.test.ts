import { describe, expect, it } from 'vitest';
import { Places } from './places.ts';

/** Takes places until the share has its max. */
function takeAll(places: Places, share: string): { taken: number; leave: () => void } {
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => ends.push(resolve));
  while (places.leftFor(share) > 0) void places.run(share, work);
  return { taken: ends.length, leave: () => ends.pop()?.() };
}

/** Waits for pending promise callbacks. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the places of a worker', () => {
  it.each([
    [1, 1],
    [2, 2],
    [4, 3],
    [1000, 750],
  ])('of %i, one account may take %i', (count, expected) => {
    expect(takeAll(new Places(count), 'one').taken).toBe(expected);
  });

  it('remain for others while one account takes its max', () => {
    const places = new Places(100);
    expect(takeAll(places, 'one').taken).toBe(75);
    expect(takeAll(places, 'two').taken).toBe(19);
    expect(takeAll(places, 'three').taken).toBe(5);
  });

  it('are shared again as they become free', async () => {
    const places = new Places(100);
    const one = takeAll(places, 'one');
    for (let count = 0; count < 40; count += 1) one.leave();
    await settled();
    expect(takeAll(places, 'two').taken).toBe(49);
    expect(places.leftFor('one')).toBe(4);
  });

  it('are refused to a share that has its max', async () => {
    const places = new Places(4);
    takeAll(places, 'one');
    let ran = false;
    expect(await places.run('one', async () => void (ran = true))).toBe(false);
    expect(ran).toBe(false);
  });

  it('go to the account with the fewest when all are in use', async () => {
    const places = new Places(2);
    const ended: string[] = [];
    const gates: (() => void)[] = [];
    const hold = (name: string) => async () => {
      await new Promise<void>((resolve) => gates.push(resolve));
      ended.push(name);
    };
    void places.run('one', hold('one 1'));
    void places.run('one', hold('one 2'));
    void places.run('one', hold('one 3'));
    void places.run('two', hold('two 1'));
    gates.shift()!();
    await settled();
    gates.pop()!();
    await settled();
    expect(ended).toEqual(['one 1', 'two 1']);
  });

  it('become free after work that fails', async () => {
    const places = new Places(1);
    await expect(places.run('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(places.leftFor('one')).toBe(1);
  });
});
