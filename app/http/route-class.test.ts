import { expect, it } from 'vitest';
import { ROUTE_CLASSES } from '#app/core/platform/metrics/metrics.ts';
import { routeClassOf } from './route-class.ts';

const PATHS: Record<(typeof ROUTE_CLASSES)[number], string[]> = {
  chat: [
    '/v1/chat/completions',
    '/api/v1/messages',
    '/v1//responses/resp_1',
    '/V1/completions',
    '//v1/messages/count_tokens',
  ],
  embeddings: ['/v1/embeddings', '/api/v1/embeddings/'],
  images: ['/v1/images/edits'],
  videos: ['/api/v1/videos/video_1/content'],
  hub: ['/v1', '/v1/models', '/api/v1/nothing/here', '/v1/chatter'],
  ask: ['/api/ask/openAI', '/api/edit/openAI', '/api/ask/openAI/abort'],
  events: ['/api/events'],
  api: ['/api', '/api/convos', '/api/asking', '/api/events/x'],
  files: ['/files/1'],
  assets: ['/assets/a.js'],
  probes: ['/healthz', '/readyz/', '/METRICS'],
  pages: ['/', '/chat/1', '/v12', '/healthz/x', '/apiary', '*', 'http://other/'],
};

it.each(ROUTE_CLASSES)('finds %s', (name) => {
  expect(PATHS[name].map(routeClassOf)).toEqual(PATHS[name].map(() => name));
});
