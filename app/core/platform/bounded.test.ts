import { expect, it } from 'vitest';
import { bounded } from './bounded.ts';

it('runs a few at a time, in order, and refuses what does not fit in the queue', async () => {
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
