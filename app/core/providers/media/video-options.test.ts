import { expect, it } from 'vitest';
import { videoOptions } from './video-options.ts';

it('says of Google’s models what their documents do', () => {
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

it('knows who takes any size and no shapes', () => {
  expect(videoOptions('openai-videos', 'sora-x')).toMatchObject({
    size: ['1280x720', '720x1280', '1792x1024', '1024x1792'],
    aspectRatio: [],
    sound: [],
    inputs: ['firstFrame'],
  });
});

it('lists the usual resolutions where any word is taken', () => {
  expect(videoOptions('fal', 'fal-ai/wan/v2.7')?.resolution).toEqual(['480p', '720p', '1080p']);
});

it('knows who does nothing but change a video', () => {
  expect(videoOptions('fal', 'fal-ai/luma-dream-machine/ray-3.2/modify')).toMatchObject({
    seconds: [],
    inputs: ['video'],
  });
});

it('says nothing of who makes no videos', () => {
  expect(videoOptions('anthropic', 'claude-haiku-4-5')).toBe(null);
  expect(videoOptions(null, 'x')).toBe(null);
});
