import { expect, it } from 'vitest';
import type { Attempt } from '#app/core/generation/record/candidate.ts';
import { withCharges } from './continuation-charge.ts';

const attempt = (more: Partial<Attempt>): Attempt => ({
  offerId: 'a',
  provider: 'p',
  model: 'm',
  ms: 1,
  answered: true,
  errorCode: null,
  status: null,
  ...more,
});

it('adds its charge to each continuation', () => {
  const attempts = [
    attempt({}),
    attempt({ answered: false, resumed: true }),
    attempt({ resumed: true }),
    attempt({ resumed: true }),
  ];
  const parts = [
    { priceId: 'one', completionTokens: 1 },
    { priceId: 'two', completionTokens: 2 },
  ];
  expect(withCharges(attempts, parts).map(({ part }) => part)).toEqual([undefined, undefined, ...parts]);
  expect(withCharges(attempts)).toEqual(attempts);
});
