import { describe, expect, it } from 'vitest';
import { tokenRatios } from '#tests/doubles/behaviours/token-ratios.ts';
import { TOKEN_SAMPLES } from '#tests/fixtures/token-counts.ts';
import { countTokens } from './count-tokens.ts';
import { estimateTokens, tokenFactor } from './estimate-tokens.ts';
import { maxOutputTokensOf } from './max-tokens.ts';

describe('an estimate for a charge', () => {
  it('is within a fifth of the billed tokens, in every language and for every known prompt', async () => {
    const off = (await tokenRatios()).filter(({ estimated }) => estimated < 0.8 || estimated > 1.25);
    expect(off).toEqual([]);
  });

  it('is the count when the counter is the maker’s own, or the family has no factors', async () => {
    const text = 'Grüße 世界 привет 12345';
    for (const tokenizer of ['o200k', 'cl100k', 'grok', 'never heard of'])
      expect(await estimateTokens(text, tokenizer)).toBe(await countTokens(text, tokenizer));
    expect(await estimateTokens('', 'qwen')).toBe(0);
  });

  it('weighs the scripts of a text by their share, and treats ideographs beside kana as Japanese', () => {
    expect(tokenFactor('plain words alone', 'qwen')).toBe(1);
    expect(tokenFactor('世界人权宣言', 'qwen')).toBeCloseTo(0.75);
    const mixed = tokenFactor('世界 and some words', 'qwen');
    expect(mixed).toBeGreaterThan(0.75);
    expect(mixed).toBeLessThan(1);
    expect(tokenFactor('世界人権宣言', 'gemini')).toBeCloseTo(0.82);
    expect(tokenFactor('世界人権の宣言', 'gemini')).toBeCloseTo(0.68);
    expect(tokenFactor('1234 +-*/', 'claude')).toBe(1.16);
  });

  it('never exceeds the hold for the same text', async () => {
    for (const tokenizer of ['claude', 'deepseek', 'gemini', 'llama', 'mistral', 'qwen', 'o200k'])
      for (const { language, text } of TOKEN_SAMPLES) {
        const held = await maxOutputTokensOf(text, tokenizer);
        expect(await estimateTokens(text, tokenizer), `${language}, ${tokenizer}`).toBeLessThanOrEqual(held);
      }
  });
});
