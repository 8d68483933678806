import { describe, expect, it } from 'vitest';
import * as hostile from '#tests/fixtures/media/hostile-videos.ts';
import { mp4, PLACE } from '#tests/fixtures/media/mp4.ts';
import { readVideoBytes } from '#tests/fixtures/media/read-video.ts';
import { recordedClusters, webm } from '#tests/fixtures/media/webm.ts';
import { MAX_VISITS, type ByteSource } from './byte-source.ts';
import { cleanMp4 } from './clean-mp4.ts';
import { cleanWebm } from './clean-webm.ts';

/** Number of boxes or elements that a reader visits before it ends or gives up. */
async function workOf(clean: typeof cleanMp4, bytes: Buffer) {
  let source: ByteSource | undefined;
  let isRefused = false;
  const look = (one: ByteSource) => clean((source = one));
  await readVideoBytes(look, bytes).catch(() => (isRefused = true));
  return { isRefused, visited: source!.visited };
}

describe('a hostile file', () => {
  it.each([
    ['an MP4 of empty boxes', cleanMp4, hostile.mp4OfEmptyBoxes(49_000)],
    ['a QuickTime file of empty boxes', cleanMp4, hostile.mp4OfEmptyBoxes(49_000, 'qt  ')],
    ['an MP4 of empty boxes in its movie', cleanMp4, hostile.mp4OfEmptyTracks(49_000)],
    ['an MP4 of empty boxes in a fragment', cleanMp4, hostile.mp4OfFragmentBoxes(60_000)],
    ['a WebM of empty elements', cleanWebm, hostile.webmOfEmptyElements(490_000)],
    ['a WebM of empty blocks', cleanWebm, hostile.webmOfEmptyBlocks(490_000)],
    ['a WebM of small blocks', cleanWebm, hostile.webmOfBlocks(500_000)],
  ])('is refused after few visits: %s', async (_name, clean, bytes) => {
    const { isRefused, visited } = await workOf(clean, bytes);
    expect(isRefused).toBe(true);
    expect(visited).toBeLessThanOrEqual(MAX_VISITS + 1);
  });
});

describe('a valid recording of ten minutes', () => {
  it.each([
    ['WebM', cleanWebm, () => webm({ seconds: null, live: true, clusters: recordedClusters(600) }), 599.987],
    ['MP4', cleanMp4, () => mp4({ seconds: 0, fragments: 600 }), 600],
  ])('passes as %s', async (_name, clean, make, seconds) => {
    const { facts, visited, writes } = await readVideoBytes(clean, make());
    expect(facts.seconds).toBe(seconds);
    expect([writes, visited <= 1500]).toEqual([0, true]);
  });
});

describe('writes to the file', () => {
  it.each([
    ['MP4', cleanMp4, mp4({ placed: true })],
    ['WebM', cleanWebm, webm({ place: PLACE })],
  ])('only the part of a %s that contains location data', async (_name, clean, bytes) => {
    const first = await readVideoBytes(clean, bytes);
    expect(first.writes).toBeGreaterThan(0);
    expect(first.after.includes(PLACE)).toBe(false);
    const again = await readVideoBytes(clean, first.after);
    expect([again.writes, again.after.equals(first.after)]).toEqual([0, true]);
  });

  it('one piece at a time, however many notes it has', async () => {
    const notes = 2000;
    const { writes } = await readVideoBytes(cleanMp4, mp4({ placed: true, notes }));
    expect(writes).toBeLessThan(20);
  });
});

it('stops at the next read once the signal is aborted', async () => {
  const left = new Error('left');
  await expect(readVideoBytes(cleanMp4, mp4(), AbortSignal.abort(left))).rejects.toBe(left);
});
