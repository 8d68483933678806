import { describe, expect, it } from 'vitest';
import type { Attempt } from '#app/core/generation/record/candidate.ts';
import { addCall, type EndedCall, type Tally } from './offer-hours.ts';

const attempt = (facts: Partial<Attempt>): Attempt => ({
  offerId: 'a',
  provider: 'p',
  model: 'm',
  ms: 400,
  answered: true,
  errorCode: null,
  status: null,
  ...facts,
});
const failure = (facts: Partial<Attempt>) => attempt({ answered: false, ...facts });

function countOf(...calls: Partial<EndedCall>[]): Record<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const call of calls)
    addCall(tallies, { attempts: [attempt({})], errorCode: null, answerMs: 1000, tokens: 50, ...call });
  return Object.fromEntries(tallies);
}

describe('statistics of the offers of a call', () => {
  it('count the time to the first token, and the speed after it', () => {
    expect(countOf({}, { attempts: [attempt({ ms: 200 })], answerMs: 3000, tokens: 100 })).toEqual({
      a: { answered: 2, failed: 0, firstTokenMs: 600, timedTokens: 150, timedMs: 4000 },
    });
  });

  it('count a failure of each offer that failed, and an answer of the next', () => {
    const attempts = [
      failure({ errorCode: 'provider_unavailable', status: 500 }),
      failure({ errorCode: 'provider_timeout' }),
      attempt({ offerId: 'b' }),
    ];
    const { a, b } = countOf({ attempts });
    expect([a?.failed, a?.answered, b?.failed, b?.answered]).toEqual([2, 0, 0, 1]);
  });

  it('count a failure of an offer that cut its answer off', () => {
    expect(countOf({ errorCode: 'provider_cut' })['a']).toMatchObject({ answered: 0, failed: 1, timedMs: 0 });
  });

  it('count a cut answer as failure and its continuation as an answer without speed', () => {
    const attempts = [
      attempt({ errorCode: 'provider_cut' }),
      failure({ offerId: 'b', resumed: true }),
      attempt({ offerId: 'c', resumed: true }),
    ];
    expect(countOf({ attempts })).toEqual({
      a: { answered: 0, failed: 1, firstTokenMs: 0, timedTokens: 0, timedMs: 0 },
      c: { answered: 1, failed: 0, firstTokenMs: 400, timedTokens: 0, timedMs: 0 },
    });
  });

  it.each([
    ['what was asked', failure({ errorCode: 'provider_rejected', status: 400 })],
    ['words that were refused', failure({ errorCode: 'invalid_api_key', status: 403 })],
    ['a prompt that is too long', failure({ errorCode: 'context_length' })],
    ['a full queue', failure({ errorCode: 'provider_rate_limited', status: 429 })],
    ['a run that was ended before', failure({ errorCode: null })],
    ['an offer that is not known', attempt({ offerId: null })],
  ])('ignore %s', (_, only) => {
    expect(countOf({ attempts: [only] })).toEqual({});
  });

  it('count an answer that we or the caller ended', () => {
    expect(countOf({ errorCode: 'interrupted' })['a']).toMatchObject({ answered: 1, failed: 0 });
  });

  it.each([
    { answerMs: 249, tokens: 50 },
    { answerMs: 1000, tokens: 9 },
    { answerMs: null, tokens: 50 },
    { answerMs: 1000, tokens: null },
  ])('count no speed for %j', (call) => {
    expect(countOf(call)['a']).toMatchObject({ answered: 1, timedTokens: 0, timedMs: 0 });
  });
});
