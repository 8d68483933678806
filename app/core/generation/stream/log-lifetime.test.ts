import { expect, it } from 'vitest';
import { logLifetime } from './log-lifetime.ts';

const TTL_MS = 600_000;

it.each([
  ['a call under way', { kind: 'api', hasEnded: false, hasVectors: false }, 600_000],
  ['a call that has ended', { kind: 'api', hasEnded: true, hasVectors: false }, 60_000],
  ['vectors under way', { kind: 'api', hasEnded: false, hasVectors: true }, 600_000],
  ['vectors that are all there', { kind: 'api', hasEnded: true, hasVectors: true }, 20_000],
  ['a reply in the chat', { kind: 'chat', hasEnded: true, hasVectors: false }, 600_000],
] as const)('keeps %s', (_what, facts, ms) => {
  expect(logLifetime(facts, TTL_MS)).toBe(ms);
});

it('keeps nothing longer than the operator wants', () => {
  expect(logLifetime({ kind: 'api', hasEnded: true, hasVectors: false }, 5000)).toBe(5000);
});
