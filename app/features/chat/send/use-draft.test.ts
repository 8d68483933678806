import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { saveOnServer } from './use-draft.ts';

let asked: { body: string; end: () => void }[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('document', { visibilityState: 'visible' });
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    return new Promise<void>((resolve) => asked.push({ body, end: resolve }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const texts = () => asked.map(({ body }) => (JSON.parse(body) as { text: string }).text);
const soon = () => new Promise((resolve) => setImmediate(resolve));

it('sends one draft after the other, so that the newest arrives last', async () => {
  const first = saveOnServer(null, 'a');
  const second = saveOnServer(null, 'ab');
  await soon();
  expect(texts()).toEqual(['a']);
  asked[0]!.end();
  await first;
  await soon();
  expect(texts()).toEqual(['a', 'ab']);
  asked[1]!.end();
  await second;
});

it('sends the draft at once when the page is being left', async () => {
  void saveOnServer(null, 'a');
  await soon();
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  void saveOnServer(null, 'ab');
  expect(texts()).toEqual(['a', 'ab']);
  for (const { end } of asked) end();
  await soon();
});
