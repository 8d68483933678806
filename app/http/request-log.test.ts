import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { startLogger } from '#app/core/platform/logger.ts';
import { requestLog } from './request-log.ts';

const lines: string[] = [];
startLogger('web', 'info', { write: (line) => void lines.push(line) });

/** Answers requests with these statuses. @returns what each logged: its path and status */
function logged(originalUrl: string, statuses: number[]): string[] {
  lines.length = 0;
  for (const statusCode of statuses) {
    const res = Object.assign(new EventEmitter(), { locals: {}, statusCode, setHeader: () => undefined });
    requestLog({ headers: {}, originalUrl } as Request, res as unknown as Response, () => undefined);
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
  });

  it.each(['/healthz', '/readyz', '/metrics'])('has %s when its status changes', (path) => {
    expect(logged(`${path}?at=1`, [200, 200, 200])).toEqual([]);
    expect(logged(path, [503, 503, 200, 200])).toEqual([`${path} 503`, `${path} 200`]);
  });
});
