import { beforeEach, expect, it } from 'vitest';
import { createAccount } from '#tests/factories/create-account.ts';
import * as pictures from '#tests/fixtures/media/hostile-images.ts';
import * as videos from '#tests/fixtures/media/hostile-videos.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { useWeb } from '#tests/setup/web.ts';

const web = useWeb();
beforeEach(emptyTables);

const HOSTILE = 20;
/** Maximum wait in milliseconds of a small image of another account beside them. */
const MAX_WAIT_MS = 2_000;

function form(bytes: Uint8Array): FormData {
  const data = new FormData();
  data.set('file', new Blob([Uint8Array.from(bytes)]), 'file');
  return data;
}

const KINDS: [string, () => Promise<Buffer> | Buffer][] = [
  ['AVIF files of 3 megapixels', () => pictures.noisyAvif(1800)],
  ['GIF files of many frames', () => pictures.gifOfFrames(8_000)],
  ['JPEG files of a thousand scans', () => pictures.jpegOfScans(1000)],
  ['MP4 files of empty boxes', () => videos.mp4OfEmptyBoxes(49_000)],
  ['WebM files of empty elements', () => videos.webmOfEmptyElements(490_000)],
  ['WebM files of small blocks', () => videos.webmOfBlocks(399_000)],
];

/** All of one account, and each of an account of its own. */
const CASES = KINDS.flatMap(([name, make]) => [1, HOSTILE].map((accounts) => ({ name, make, accounts })));

it.each(CASES)(
  'a small image does not wait for twenty $name of $accounts others',
  async ({ make, accounts }) => {
    const person = web.as((await createAccount()).userId);
    const strangers = await Promise.all(
      Array.from({ length: accounts }, async () => web.as((await createAccount()).userId)),
    );
    const bytes = await make();
    const png = await pictures.smallPng();
    const leaving = new AbortController();
    const post = { method: 'POST' } as const;
    const hostile = Array.from({ length: HOSTILE }, (_, place) =>
      strangers[place % accounts]!('/api/files', {
        ...post,
        body: form(bytes),
        signal: leaving.signal,
      }).catch(() => null),
    );
    // From then on the others wait, or are being checked.
    await Promise.race(hostile);
    const startedAt = performance.now();
    const answer = await person('/api/files', { ...post, body: form(png) });
    const waitedMs = performance.now() - startedAt;
    leaving.abort();
    await Promise.all(hostile);
    expect([answer.status, await answer.json()]).toMatchObject([200, { width: 64 }]);
    expect(waitedMs).toBeLessThan(MAX_WAIT_MS);
  },
);
