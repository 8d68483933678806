import { expect, it } from 'vitest';
import { callLogLifetime } from './call.ts';

const TTL_MS = 600_000;

it.each([
  ['a call under way', { hasEnded: false, hasVectors: false }, 600_000],
  ['a call that has ended', { hasEnded: true, hasVectors: false }, 60_000],
  ['vectors under way', { hasEnded: false, hasVectors: true }, 600_000],
  ['vectors that are all there', { hasEnded: true, hasVectors: true }, 20_000],
] as const)('keeps the log of %s', (_what, facts, ms) => {
  expect(callLogLifetime(facts, TTL_MS)).toBe(ms);
});

it("keeps no log longer than the operator's setting", () => {
  expect(callLogLifetime({ hasEnded: true, hasVectors: false }, 5000)).toBe(5000);
});
