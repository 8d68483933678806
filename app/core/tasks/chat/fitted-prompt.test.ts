import { expect, it } from 'vitest';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { createPromptMedia } from './fitted-prompt.ts';

const picture = (facts: Partial<FileRecord> = {}) =>
  ({ kind: 'image', mimeType: 'image/png', width: 100, height: 50, bytes: 1000, ...facts }) as FileRecord;
const video = (bytes: number) => picture({ kind: 'video', mimeType: 'video/mp4', seconds: 10, bytes });
const MB = 1024 * 1024;
const ten = (facts: Partial<FileRecord>) => Array.from({ length: 10 }, () => picture(facts));
const LARGE = { bytes: 9_000_000 };

it('takes all along, and says which message is the oldest', () => {
  const media = createPromptMedia(({ width, height }) => width + height);
  const [one, two, film] = [picture(), picture({ width: 400, height: 200 }), video(MB)];
  media.add([one], null);
  media.add([], 'answer');
  media.add([two, film], 'older');
  expect(media.result()).toEqual({
    files: [one, two, film],
    tokens: 900,
    fromId: 'older',
    omitted: 0,
    omitsVideos: false,
  });
});

it('leaves the oldest out where they would be too many bytes, and then everything above them', () => {
  const media = createPromptMedia(() => 10);
  media.add(ten(LARGE), 'newest');
  expect(media.tokensOf(ten(LARGE))).toBe(0);
  media.add(ten(LARGE), 'older');
  media.add([picture()], 'oldest');
  expect(media.result()).toMatchObject({ tokens: 100, fromId: 'newest', omitted: 11 });
});

it('takes ten of one message, however large, and no more than fifty in all', () => {
  const media = createPromptMedia(() => 10);
  media.add(ten(LARGE), null);
  expect(media.result()).toMatchObject({ fromId: null, omitted: 0 });
  const small = createPromptMedia(() => 1);
  for (const id of ['1', '2', '3', '4', '5', '6']) small.add(ten({}), id);
  expect(small.result()).toMatchObject({ tokens: 50, fromId: '5', omitted: 10 });
});

it('bounds the bytes of videos by themselves', () => {
  const media = createPromptMedia(() => 10);
  media.add([...ten(LARGE), video(9 * MB)], 'newest');
  media.add([video(6 * MB)], 'older');
  // It was left out for its size; a model that takes videos is shown those that fit.
  expect(media.result()).toMatchObject({ fromId: 'newest', omitted: 1, omitsVideos: false });
});

it('takes none along of a kind that a model does not take', () => {
  const blind = createPromptMedia(() => null);
  expect(blind.tokensOf([picture()])).toBe(0);
  blind.add([picture()], 'one');
  expect(blind.result()).toEqual({ files: [], tokens: 0, fromId: null, omitted: 1, omitsVideos: false });
  const seeing = createPromptMedia(({ kind }) => (kind === 'image' ? 10 : null));
  seeing.add([picture(), video(MB)], 'one');
  expect(seeing.result()).toMatchObject({ tokens: 10, fromId: 'one', omitted: 1, omitsVideos: true });
});
