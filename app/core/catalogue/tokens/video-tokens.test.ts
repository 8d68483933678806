import { expect, it } from 'vitest';
import { maxVideoTokens, likelyVideoTokens } from './video-tokens.ts';

const HD = { width: 1280, height: 720 };

it.each([
  // 258 per frame, 32 for audio, each second; the maker's page states about 300 for all of it.
  ['google/gemini-2.5-flash', 60, 60 * 290],
  ['google/gemini-3.8-flash', 60, 60 * 290],
  // Two frames per second in pairs of at most 768 tokens.
  ['qwen/qwen3.8-max', 60, 60 * 768],
  // Two frames per second, four joined, of at most 1,024 tokens.
  ['moonshotai/kimi-k3', 60, 30 * 1_024],
])('holds the tokens that %s can bill for %d seconds', (model, seconds, billed) => {
  const held = maxVideoTokens({ seconds, size: HD }, model, 1_000_000);
  expect(held).toBeGreaterThanOrEqual(billed);
  expect(held).toBeLessThan(billed * 5);
  const counted = likelyVideoTokens({ seconds, size: HD }, model);
  expect(counted).toBeGreaterThanOrEqual(billed);
  expect(counted).toBeLessThan(billed * 1.2);
});

it('counts a started second, and no more than the window', () => {
  const video = { seconds: 0.1, size: HD };
  expect(maxVideoTokens(video, 'google/gemini-2.5-flash', 1_000_000)).toBe(600);
  expect(maxVideoTokens({ ...video, seconds: 7_200 }, 'google/gemini-2.5-flash', 1_000_000)).toBe(1_000_000);
});

it('counts small frames by their size', () => {
  const video = { seconds: 9, size: { width: 280, height: 280 } };
  expect(maxVideoTokens(video, 'moonshotai/kimi-k3', 200_000)).toBe(10 * 2 * 116);
});
