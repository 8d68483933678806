import { expect, it } from 'vitest';
import { geminiImageTokens } from '#app/core/providers/google/media/images.ts';
import { openAiImageTokens } from './tokens.ts';

// OpenAI's table of tokens by size and quality (its guide on images).
it.each([
  [1024, 1024, 'low', 272],
  [1024, 1536, 'low', 400],
  [1536, 1024, 'low', 408],
  [1024, 1024, 'medium', 1056],
  [1024, 1536, 'medium', 1568],
  [1536, 1024, 'medium', 1584],
  [1024, 1024, 'high', 4160],
  [1024, 1536, 'high', 6208],
  [1536, 1024, 'high', 6240],
  [1536, 1024, undefined, 6240],
])('bills %i x %i at %s quality according to the table', (width, height, quality, tokens) => {
  expect(openAiImageTokens.of({ width, height }, { quality })).toBe(tokens);
});

const MODEL = 'gpt-image-1';

it('assumes the largest standard size when the model chooses', () => {
  expect(openAiImageTokens.max({ count: 2 }, MODEL)).toEqual({ imageTokens: 2 * 6240, textTokens: 0 });
});

it('counts previews that are shown before the image is finished', () => {
  const size = { width: 1024, height: 1024 };
  const order = { count: 1, size, quality: 'low', partialImages: 3 };
  expect(openAiImageTokens.max(order, MODEL).imageTokens).toBe(572);
});

it('holds more for a model whose table is not published', () => {
  const size = { width: 1024, height: 1024 };
  expect(openAiImageTokens.max({ count: 1, size }, 'gpt-image-2').imageTokens).toBe(6240);
});

it('never holds more for Gemini than its output limit', () => {
  for (const resolution of ['1K', '4K']) {
    const { imageTokens, textTokens } = geminiImageTokens.max({ count: 1, resolution }, 'gemini-3-pro-image');
    expect(imageTokens + textTokens).toBe(8192);
  }
});
