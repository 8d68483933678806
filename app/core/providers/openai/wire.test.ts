import { describe, expect, it } from 'vitest';
import { readUsage } from './wire.ts';

describe('readUsage', () => {
  it('reads every class of tokens that a price can have', () => {
    const usage = {
      prompt_tokens: 1000,
      completion_tokens: 200,
      total_tokens: 1200,
      prompt_tokens_details: {
        cached_tokens: 400,
        cache_write_tokens: 300,
        image_tokens: 85,
        audio_tokens: 9,
      },
      completion_tokens_details: { reasoning_tokens: 50, image_tokens: 20 },
    };
    expect(readUsage(usage)).toEqual({
      promptTokens: 1000,
      cachedTokens: 400,
      completionTokens: 200,
      reasoningTokens: 50,
      cacheWriteTokens: 300,
      imageTokens: 85,
      audioTokens: 9,
      imageOutputTokens: 20,
    });
  });

  it('limits each part to its whole', () => {
    const details = { cached_tokens: 8, cache_write_tokens: 50, image_tokens: 50, reasoning_tokens: 50 };
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 5,
      prompt_tokens_details: details,
      completion_tokens_details: details,
    };
    expect(readUsage(usage)).toEqual({
      promptTokens: 10,
      cachedTokens: 8,
      completionTokens: 5,
      reasoningTokens: 5,
      cacheWriteTokens: 2,
      imageTokens: 2,
      imageOutputTokens: 5,
    });
  });

  it.each([null, [], 'many', { prompt_tokens: 1 }, { prompt_tokens: -1, completion_tokens: 1 }])(
    'returns null for %j',
    (usage) => expect(readUsage(usage)).toBeNull(),
  );
});
