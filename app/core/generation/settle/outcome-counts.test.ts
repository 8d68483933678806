import { expect, it } from 'vitest';
import type { Attempt } from '#app/core/generation/record/candidate.ts';
import type { Ending } from '#app/core/generation/record/ending.ts';
import { metricOf } from '#tests/fixtures/metric-of.ts';
import { countEnding } from './outcome.ts';

const MONEY = { chargedMicro: 70n, shortfallMicro: 0n };

const attempt = (facts: Partial<Attempt>): Attempt => ({
  offerId: null,
  provider: 'openai',
  model: 'maker/model',
  ms: 5,
  answered: false,
  errorCode: null,
  status: null,
  ...facts,
});

function ending(attempts: Attempt[], ownKey = false): Ending {
  const facts = { state: 'failed', attempts, costMicro: 100n, firstTokenAt: null };
  return { generation: { id: 'a', task: 'image', ownKey }, ...facts } as unknown as Ending;
}

const callsOf = (provider: string, result: string) =>
  metricOf(`parlance_provider_calls_total{provider="${provider}",result="${result}"}`);

it('counts a run, its provider calls and its money', async () => {
  const attempts = [
    attempt({ errorCode: 'provider_timeout' }),
    attempt({ provider: 'google', answered: true, errorCode: 'provider_cut' }),
    attempt({ provider: 'anthropic', answered: true }),
    attempt({ provider: 'anthropic' }),
    attempt({ provider: 'an-offer-of-the-operator', errorCode: 'provider_timeout' }),
  ];
  countEnding(ending(attempts), MONEY);
  expect(await metricOf('parlance_runs_total{task="image",outcome="failed"}')).toBe(1);
  const counts = [
    ['openai', 'provider_timeout'],
    ['google', 'provider_cut'],
    ['anthropic', 'answered'],
    ['anthropic', 'left'],
    ['other', 'provider_timeout'],
  ] as const;
  expect(await Promise.all(counts.map(([provider, result]) => callsOf(provider, result)))).toEqual([
    1, 1, 1, 1, 1,
  ]);
  expect(await metricOf('parlance_charged_microdollars_total{task="image"}')).toBe(70);
  expect(await metricOf('parlance_waived_microdollars_total{task="image"}')).toBe(30);
});

it('counts no calls with own keys, and an unknown task as "other"', async () => {
  const own = ending([attempt({ provider: 'xai', errorCode: 'invalid_api_key' })], true);
  countEnding({ ...own, generation: { ...own.generation, task: 'music' } }, MONEY);
  expect(await callsOf('xai', 'invalid_api_key')).toBeNaN();
  expect(await metricOf('parlance_runs_total{task="other",outcome="failed"}')).toBe(1);
});
