import { expect, it } from 'vitest';
import { videoOptions } from './video-options.ts';

it('lists for Google’s models what their documentation states', () => {
  expect(videoOptions('google', 'veo-3.1-generate-preview')).toEqual({
    seconds: [4, 6, 8],
    size: [],
    aspectRatio: ['16:9', '9:16'],
    resolution: ['720p', '1080p', '4k'],
    sound: [true],
    takes: ['negativePrompt'],
    inputs: ['firstFrame', 'lastFrame', 'video'],
  });
});

it('detects models that accept any size but no aspect ratios', () => {
  expect(videoOptions('openai-videos', 'sora-x')).toMatchObject({
    size: ['1280x720', '720x1280', '1792x1024', '1024x1792'],
    aspectRatio: [],
    sound: [],
    inputs: ['firstFrame'],
  });
});

it('lists common resolutions if any text is accepted', () => {
  expect(videoOptions('fal', 'fal-ai/wan/v2.7')?.resolution).toEqual(['480p', '720p', '1080p']);
});

it('detects models that only edit videos', () => {
  expect(videoOptions('fal', 'fal-ai/luma-dream-machine/ray-3.2/modify')).toMatchObject({
    seconds: [],
    inputs: ['video'],
  });
});

it('returns null for dialects without videos', () => {
  expect(videoOptions('anthropic', 'claude-haiku-4-5')).toBe(null);
  expect(videoOptions(null, 'x')).toBe(null);
});
