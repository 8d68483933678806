import { describe, expect, it } from 'vitest';
import { maxVideoTokens } from '#app/core/catalogue/tokens/video-tokens.ts';
import { mp4 } from '#tests/fixtures/media/mp4.ts';
import { countMedia } from './media.ts';

describe('a video', () => {
  it.each([
    [16, 16],
    [518, 332],
    [3_840, 2_160],
  ])('of %i by %i pixels is billed as no more tokens than a hold expects', (width, height) => {
    const url = `data:video/mp4;base64,${mp4({ width, height, seconds: 103 }).toString('base64')}`;
    const { files } = countMedia(
      [{ role: 'user', content: [{ type: 'video_url', video_url: { url } }] }],
      () => 0,
    );
    expect(files).toBeGreaterThan(0);
    expect(files).toBeLessThanOrEqual(
      maxVideoTokens({ seconds: 103, size: { width, height } }, 'sandbox/large', 400_000),
    );
  });
});
