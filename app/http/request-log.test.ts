import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startLogger } from '#app/core/platform/logger.ts';
import { ROUTE_CLASSES } from '#app/core/platform/metrics/metrics.ts';
import type { WebRequest } from './connection/web-request.ts';
import { requestLog, routeClassOf } from './request-log.ts';

const lines: string[] = [];

startLogger('web', 'info', { write: (line) => void lines.push(line) });

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

it.each(ROUTE_CLASSES)('recognizes %s', (name) => {
  expect(PATHS[name].map(routeClassOf)).toEqual(PATHS[name].map(() => name));
});

/** Answers requests with these statuses. @returns the path and status of each logged line */
function logged(originalUrl: string, statuses: number[]): string[] {
  lines.length = 0;
  for (const statusCode of statuses) {
    const res = Object.assign(new EventEmitter(), { statusCode, setHeader: () => undefined });
    requestLog({ headers: {}, originalUrl } as WebRequest, res as unknown as ServerResponse, () => undefined);
    res.emit('close');
  }
  return lines.map((line) => {
    const { path, status } = JSON.parse(line) as { path: string; status: number };
    return `${path} ${status}`;
  });
}

describe('the log of requests', () => {
  it('has a line for each, without its query', () => {
    expect(logged('/chat?q=secret', [200, 200])).toEqual(['/chat 200', '/chat 200']);
    expect(logged('/Share/secret/files/1-0?a', [200])).toEqual(['/Share/-/files/1-0 200']);
  });

  it.each(['/healthz', '/readyz', '/metrics'])('has a line for %s only when its status changes', (path) => {
    expect(logged(`${path}?at=1`, [200, 200, 200])).toEqual([]);
    expect(logged(path, [503, 503, 200, 200])).toEqual([`${path} 503`, `${path} 200`]);
  });
});
