import { describe, expect, it } from 'vitest';
import { box, mp4 } from '#tests/fixtures/media/mp4.ts';
import { readVideoBytes } from '#tests/fixtures/media/read-video.ts';
import { recordedClusters, webm } from '#tests/fixtures/media/webm.ts';
import { cleanMp4 } from './clean-mp4.ts';
import { cleanWebm } from './clean-webm.ts';

const secondsOf = async (bytes: Buffer, clean = cleanMp4) =>
  (await readVideoBytes(clean, bytes)).facts.seconds;

describe('the length of an MP4', () => {
  it.each([
    ['the header of the movie', { seconds: 10, mediaSeconds: 0.1, sampleSeconds: 0.5 }],
    ['the header of its media', { seconds: 0.1, mediaSeconds: 10, sampleSeconds: 0.5 }],
    ['its samples', { seconds: 0.1, mediaSeconds: 0.1, sampleSeconds: 10 }],
    ['its fragments', { seconds: 0.1, mediaSeconds: 0.1, fragments: 10 }],
  ])('is the longest: of %s', async (_name, facts) => {
    expect(await secondsOf(mp4(facts))).toBe(10);
  });

  it('ignores a header that states an unknown length', async () => {
    expect(await secondsOf(mp4({ mediaSeconds: 0xffffffff / 600 }))).toBe(2.5);
  });

  it('is refused when two readers would see different lengths', async () => {
    const second = mp4({ seconds: 0.1 });
    const movie = second.subarray(second.indexOf('moov') - 4);
    await expect(secondsOf(mp4({ seconds: 10, tail: movie }))).rejects.toMatchObject({
      code: 'file_processing',
    });
    const twice = mp4({ seconds: 10, before: box('moov', box('trak')) });
    await expect(secondsOf(twice)).rejects.toMatchObject({ code: 'file_processing' });
  });
});

describe('the length of a WebM', () => {
  it.each([
    ['its duration', { seconds: 10, clusters: recordedClusters(2) }, 10],
    ['its last block', { seconds: 0.1, clusters: recordedClusters(10) }, 9.987],
    [
      'a block before others',
      { seconds: 0.1, clusters: Buffer.concat([recordedClusters(10), recordedClusters(1)]) },
      9.987,
    ],
  ])('is the longest: of %s', async (_name, facts, seconds) => {
    expect(await secondsOf(webm(facts), cleanWebm)).toBe(seconds);
  });
});
