import { expect, it } from 'vitest';
import { takeQuoteSlot } from '#app/core/limits/quote-slots.ts';

Object.assign(process.env, { LIMIT_QUOTES_CONCURRENT: '2', LIMIT_QUOTES_CONCURRENT_PROCESS: '3' });

const refusal = (userId: string) => {
  try {
    takeQuoteSlot(userId)();
    return null;
  } catch (error) {
    return error;
  }
};

it('gives an account and the process a fixed number of slots, and each of them back once', () => {
  const [first, second] = [takeQuoteSlot('one'), takeQuoteSlot('one')];
  expect(refusal('one')).toMatchObject({ code: 'concurrent', status: 429, params: { limit: 2 } });
  const other = takeQuoteSlot('other');
  expect(refusal('third')).toMatchObject({ code: 'unavailable', status: 503 });
  for (const error of [refusal('one'), refusal('third')])
    expect(error).toHaveProperty('retryAfterSeconds', 1);
  first();
  first();
  expect(refusal('third')).toBeNull();
  expect(refusal('one')).toBeNull();
  const again = takeQuoteSlot('one');
  expect(refusal('one')).toMatchObject({ code: 'concurrent' });
  for (const leave of [second, other, again]) leave();
  expect(refusal('one')).toBeNull();
});
