import { describe, expect, it } from 'vitest';
import { progressText, withProgress } from './making-progress.server.ts';

// By way of `unknown`: comparing a function with the type of all texts takes the compiler seconds.
const t = ((key: string, values?: { percent: number }) =>
  values ? `${key} ${values.percent}` : key) as unknown as Parameters<typeof progressText>[1];
const making = {
  kind: 'video',
  isQueued: false,
  isStopping: false,
  donePercent: null,
  partial: null,
  shape: { width: 16, height: 9 },
} as const;

describe('the progress of an image or a video', () => {
  it.each([
    [{}, 'chat:making.video'],
    [{ isQueued: true }, 'chat:making.queued'],
    [{ donePercent: 40 }, 'chat:making.video (chat:making.percent 40)'],
    [{ isStopping: true, isQueued: true }, 'chat:making.stopping'],
  ])('%j has a text', (more, words) => {
    expect(progressText({ ...making, ...more }, t)).toBe(words);
  });

  it('is reported when it changes, while the source is silent, and ends with the source', async () => {
    let release: () => void = () => undefined;
    const end = new Promise<void>((resolve) => (release = resolve));
    async function* source() {
      await end;
      yield { text: 'end' };
    }
    const lines = ['same', 'same', 'new', 'newer'];
    const seen: unknown[] = [];
    const poll = async () => {
      const line = lines.shift();
      if (line === undefined) release();
      return line ?? 'newer';
    };
    for await (const one of withProgress(source(), poll, 'same', 1)) seen.push(one);
    expect(seen).toEqual([{ line: 'new' }, { line: 'newer' }, { text: 'end' }]);
  });
});
