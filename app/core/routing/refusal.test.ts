import { expect, it } from 'vitest';
import { wrongEndpoint } from './refusal.ts';

it('points a text model to the text endpoint', () => {
  const { message } = wrongEndpoint({ id: 'acme/writer', supports: ['text-to-text'] }, 'text-to-image');
  expect(message).toBe(
    'The model acme/writer does not make pictures from words. Ask it at /api/v1/chat/completions.',
  );
});

it('names the input that a model needs, so that its own endpoint never points to itself', () => {
  const { message } = wrongEndpoint({ id: 'sandbox/recut', supports: ['video-to-video'] }, 'text-to-video');
  expect(message).toBe(
    'The model sandbox/recut does not make videos from words. Ask it at /api/v1/videos with a video in input_reference.',
  );
});

it.each([
  ['image-to-image', '/api/v1/images/edits with a picture in image'],
  ['image-to-video', '/api/v1/videos with a picture in input_reference'],
] as const)('names the input field of a model of %s', (does, place) => {
  const way = does === 'image-to-image' ? 'text-to-image' : 'text-to-video';
  expect(wrongEndpoint({ id: 'acme/mill', supports: [does] }, way).message).toContain(`Ask it at ${place}.`);
});
