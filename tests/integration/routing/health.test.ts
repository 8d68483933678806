import { beforeEach, expect, it } from 'vitest';
import { redis } from '#app/core/platform/redis.ts';
import { clearHealthCache } from '#app/core/routing/health/known-health.ts';
import type { HealthReport } from '#app/core/routing/health/offer-health.ts';
import { mayCall, storeReports } from '#app/core/routing/health/breaker.ts';
import { readStoredHealth } from '#app/core/routing/health/stored-health.ts';

const OFFER = 'offer-1';
const NOW = Date.now();
const fault = (startedAt: number): HealthReport => ({
  kind: 'fault',
  startedAt,
  code: 'provider_unavailable',
  retryAfterMs: null,
});

const report = (reports: HealthReport[], now = NOW) =>
  storeReports(new Map([[OFFER, reports]]), { now, random: 0.5 });
const open = () => report([fault(NOW), fault(NOW), fault(NOW)]);

beforeEach(async () => {
  await redis().flushDb();
  clearHealthCache();
});

it('sets aside an offer that has failed often', async () => {
  expect(await mayCall(OFFER, NOW)).toBe(true);
  await open();
  // Cached for a second.
  await expect.poll(() => mayCall(OFFER, NOW + 1000)).toBe(false);
});

it('loses no report when many arrive at once', async () => {
  const done = { kind: 'done', startedAt: NOW, tokensPerSecond: null } as const;
  await Promise.all(Array.from({ length: 8 }, () => report([done, done])));
  expect((await readStoredHealth()).get(OFFER)?.ok).toBe(16);
});

it('lets one of many callers probe, and all again once the probe succeeded', async () => {
  await open();
  const later = NOW + 5000;
  const answers = await Promise.all(Array.from({ length: 20 }, () => mayCall(OFFER, later)));
  expect(answers.filter(Boolean)).toHaveLength(1);
  clearHealthCache();
  await expect.poll(() => mayCall(OFFER, later + 1)).toBe(false);
  await report([{ kind: 'answered', startedAt: later, firstWordMs: 10 }], later + 10);
  await expect.poll(() => mayCall(OFFER, later + 11)).toBe(true);
});

it('sets an offer aside for as long as it requests', async () => {
  await report([{ kind: 'fault', startedAt: NOW, code: 'provider_rate_limited', retryAfterMs: 7000 }]);
  expect(await mayCall(OFFER, NOW + 6999)).toBe(false);
  expect(await mayCall(OFFER, NOW + 7000)).toBe(true);
});

it('considers every offer healthy after Redis was emptied', async () => {
  await open();
  expect(await mayCall(OFFER, NOW + 1)).toBe(false);
  await redis().flushDb();
  // It is read again after a second.
  await expect.poll(() => mayCall(OFFER, NOW + 1002)).toBe(true);
});
