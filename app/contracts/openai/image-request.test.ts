import { describe, expect, it } from 'vitest';
import { ignoredInImage, imageRequest, toImageOrder } from './image-request.ts';

const read = (more: object) => imageRequest.parse({ model: 'a/b', prompt: 'A fox', ...more });

describe('toImageOrder', () => {
  it('omits fields that were not set', () => {
    expect(toImageOrder(read({}))).toEqual({ prompt: 'A fox', count: 1 });
    expect(toImageOrder(read({ n: null, size: 'auto' }))).toEqual({ prompt: 'A fox', count: 1 });
  });

  it('reads fields that were set', () => {
    const body = read({ n: 2, size: '1024x1536', output_format: 'webp', output_compression: 0, seed: 0 });
    expect(toImageOrder(body)).toEqual({
      prompt: 'A fox',
      count: 2,
      size: { width: 1024, height: 1536 },
      outputFormat: 'webp',
      outputCompression: 0,
      seed: 0,
    });
  });

  it('requests previews only for a stream', () => {
    expect(toImageOrder(read({ partial_images: 2 }))).not.toHaveProperty('partialImages');
    expect(toImageOrder(read({ partial_images: 2, stream: true }))).toHaveProperty('partialImages', 2);
  });
});

it('lists the fields that reach no provider', () => {
  expect(ignoredInImage(read({ style: 'vivid', moderation: 'auto', user: 'me' }))).toEqual(['style', 'user']);
  expect(ignoredInImage(read({ moderation: 'low' }))).toEqual(['moderation']);
});

it.each([
  ['size', '0x0'],
  ['size', '1024x'],
  ['size', '100000x100000'],
  ['aspect_ratio', '16/9'],
  ['quality', 'a word'],
  ['response_format', 'url'],
  ['n', 1.5],
])('refuses %s: %s', (name, value) => {
  expect(imageRequest.safeParse({ model: 'a/b', prompt: 'A fox', [name]: value }).success).toBe(false);
});
