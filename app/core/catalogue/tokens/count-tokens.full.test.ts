import { expect, it } from 'vitest';
import { measure, randomLetters } from '#tests/fixtures/measured-work.ts';
import { countTokens } from './count-tokens.ts';

it('counts unknown words as fast the second time as the first', async () => {
  const words = randomLetters(1_800_000).replaceAll(/.{6}/g, '$& ');
  const half = words.length / 2;
  const first = await measure(() => countTokens(words.slice(0, half), 'o200k'));
  const second = await measure(() => countTokens(words.slice(half), 'o200k'));
  // Six times as long with the tokenizer's own cache eviction, which begins with 100,000 words.
  expect(second.total).toBeLessThan(first.total * 3);
}, 120_000);
