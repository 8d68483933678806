import { describe, expect, it } from 'vitest';
import { pollingUrl } from '../bfl/index.ts';
import { fromJobId, jobUrl, toJobId } from '../fal/index.ts';
import { fileAt } from '../google/media/videos.ts';

describe('the address of a job', () => {
  it('is below the first two names of a fal model, or three with a namespace', () => {
    const at = (model: string) => jobUrl(model, 'r1', '/status', 'https://queue.fal.run').pathname;
    expect(at('fal-ai/bytedance/seedream/v5')).toBe('/fal-ai/bytedance/requests/r1/status');
    expect(at('workflows/me/mine/more')).toBe('/workflows/me/mine/requests/r1/status');
    expect(fromJobId(toJobId('r1', 3))).toEqual({ requestId: 'r1', count: 3 });
    for (const wrong of ['', 'a/b', 'r1*', 'r1*33', '../x']) expect(() => fromJobId(wrong)).toThrow('no job');
  });

  it('is Black Forest Labs’ own and no other host’s, since it receives the key', () => {
    const base = 'https://api.bfl.ai/v1';
    const at = (url: unknown, id: unknown = 'b1') => pollingUrl(url, id, base).href;
    expect(at('https://api.eu2.bfl.ai/v1/get_result?id=b1')).toBe(
      'https://api.eu2.bfl.ai/v1/get_result?id=b1',
    );
    expect(at('https://api.us1.bfl.ai/v1/get_result')).toBe('https://api.us1.bfl.ai/v1/get_result?id=b1');
    for (const wrong of [
      'https://bfl.ai.stranger.example/v1',
      'https://stranger.example/?x=.bfl.ai',
      'http://api.bfl.ai/v1/get_result',
      'https://api.bfl.ai:8443/v1',
      'https://user@api.bfl.ai/v1',
      'https://notbfl.ai/v1',
      `https://api.bfl.ai/v1/${'x'.repeat(300)}`,
      'x',
      null,
    ])
      expect(() => at(wrong)).toThrow('the provider has named');
    expect(() => pollingUrl('http://127.0.0.1:2/x', 'b1', 'http://127.0.0.1:1/v1')).toThrow(
      'no address of its own',
    );
  });

  it('for a file of Google is below the operator’s address; another host does not get the key', () => {
    const target = { base: new URL('http://127.0.0.1:4010/v1beta'), headers: { 'x-goog-api-key': 'k' } };
    expect(
      fileAt('https://generativelanguage.googleapis.com/v1beta/files/a:download?alt=media', target),
    ).toMatchObject({
      source: { url: 'http://127.0.0.1:4010/v1beta/files/a:download?alt=media', headers: target.headers },
    });
    expect(fileAt('https://stranger.example/a', target)).toMatchObject({
      source: { url: 'https://stranger.example/a' },
    });
    expect(fileAt('https://stranger.example/a', target)).not.toMatchObject({ source: { headers: {} } });
  });
});
