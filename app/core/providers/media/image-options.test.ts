import { expect, it } from 'vitest';
import { imageOptions } from './image-options.ts';

it('lists for OpenAI’s first model what its documentation states', () => {
  expect(imageOptions('openai-images', 'gpt-image-1')).toEqual({
    size: ['1024x1024', '1536x1024', '1024x1536'],
    aspectRatio: [],
    resolution: [],
    quality: ['low', 'medium', 'high', 'auto'],
    background: ['transparent', 'opaque', 'auto'],
    outputFormat: ['png', 'jpeg', 'webp'],
    takes: ['outputCompression', 'partialImages', 'mask'],
    maxImages: 10,
    maxInputs: 16,
  });
});

it('detects models with one image per order, and with aspect ratios instead of sizes', () => {
  expect(imageOptions('google', 'gemini-3-pro-image')).toMatchObject({
    size: [],
    aspectRatio: ['1:1', '3:2', '2:3', '4:3', '3:4', '16:9', '9:16', '21:9'],
    resolution: ['1K', '2K', '4K'],
    maxImages: 1,
    maxInputs: 14,
  });
  expect(imageOptions('bfl', 'flux-2-pro')).toMatchObject({ maxImages: 1, takes: ['seed'] });
});

it('returns null for dialects without images', () => {
  expect(imageOptions('anthropic', 'claude-haiku-4-5')).toBe(null);
  expect(imageOptions(null, 'x')).toBe(null);
});
