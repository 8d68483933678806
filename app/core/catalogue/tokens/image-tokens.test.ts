import { describe, expect, it } from 'vitest';
import { maxImageTokens, imageSize, type CallImage } from './image-tokens.ts';

const WINDOW = 1_000_000;
const of = (width: number, height: number, detail: CallImage['detail'] = 'auto'): CallImage => ({
  size: { width, height },
  detail,
});

describe('the max tokens of an image', () => {
  // Numbers from the makers' own pages.
  it.each([
    ['openai/gpt-4o', of(1024, 1024), 765],
    ['openai/gpt-4o', of(2048, 4096), 1105],
    ['openai/gpt-4o', of(4096, 8192, 'low'), 85],
    ['openai/gpt-4o-mini', of(2048, 4096), 36_835],
    ['openai/gpt-4o-mini', of(1, 1, 'low'), 2833],
    ['openai/gpt-5.4-mini', of(1024, 1024), 1659],
    ['anthropic/claude-opus-5.5', of(1092, 1092), 1590],
    ['anthropic/claude-opus-5.5', of(8000, 8000), 4784],
    ['google/gemini-2.5-flash', of(960, 540), 1548],
    ['google/gemini-3.8-flash', of(100, 100), 1120],
    ['x-ai/grok-4.6', of(4000, 4000), 1792],
    ['qwen/qwen3.8-max', of(3000, 3000), 11_236],
  ])('for %s are at least the billed tokens', (model, picture, billed) => {
    const max = maxImageTokens(picture, model, WINDOW);
    expect(max).toBeGreaterThanOrEqual(billed);
    expect(max).toBeLessThanOrEqual(Math.max(billed * 2, 16_384));
  });

  it.each([
    'openai/gpt-4o-mini',
    'openai/gpt-6-luna',
    'anthropic/claude-haiku-4.5',
    'google/gemini-3.8-flash',
    'nobody/new',
  ])('for %s are the maximum of any size when the size is not known', (model) => {
    const unknown = maxImageTokens({ size: null, detail: 'auto' }, model, WINDOW);
    for (const [width, height] of [
      [1, 1],
      [640, 480],
      [1, 9000],
      [3072, 3072],
      [8000, 8000],
      [65_535, 20],
    ] as const)
      expect(maxImageTokens(of(width, height), model, WINDOW)).toBeLessThanOrEqual(unknown);
  });

  it('are limited by the window when the maker sets no limit', () => {
    expect(maxImageTokens({ size: null, detail: 'original' }, 'openai/gpt-5.6-sol', 400_000)).toBe(400_000);
  });
});

describe('the size of an image', () => {
  const base64 = (...parts: (number[] | string)[]) =>
    Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    ).toString('base64');
  const exif = [0xff, 0xe1, 0xea, 0x60, ...Array.from({ length: 59_998 }, () => 0xff)];

  it.each([
    [
      'a PNG',
      base64([0x89], 'PNG\r\n\u001a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 4, 0, 0, 0, 3, 0]),
      { width: 1024, height: 768 },
    ],
    [
      'a JPEG behind what its camera says',
      base64([0xff, 0xd8], exif, [0xff, 0xc2, 0, 17, 8, 3, 0, 4, 0, 3]),
      { width: 1024, height: 768 },
    ],
    [
      'a WebP',
      base64('RIFF\0\0\0\0WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 0xff, 3, 0, 0xff, 2, 0]),
      { width: 1024, height: 768 },
    ],
    ['a GIF, whose frames may be larger', base64('GIF89a', [1, 0, 1, 0, 0, 0, 0, 0, 0, 0]), null],
    ['a JPEG that ends too soon', base64([0xff, 0xd8, 0xff, 0xe1, 0xff]), null],
    [
      'a PNG without pixels',
      base64([0x89], 'PNG\r\n\u001a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0, 0, 0, 0, 0, 0]),
      null,
    ],
    ['nothing', '', null],
  ])('is read from %s', (_name, bytes, size) => {
    expect(imageSize(bytes)).toEqual(size);
  });

  it('is searched only in the first bytes', () => {
    const hostile = Buffer.alloc(30_000_000, 0xff);
    hostile[1] = 0xd8;
    const text = hostile.toString('base64');
    expect(imageSize(text)).toBeNull();
  });
});
