import { expect, it } from 'vitest';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { createPromptMedia } from './fitted-prompt.ts';

const image = (facts: Partial<FileRecord> = {}) =>
  ({ kind: 'image', mimeType: 'image/png', width: 100, height: 50, bytes: 1000, ...facts }) as FileRecord;
const video = (bytes: number) => image({ kind: 'video', mimeType: 'video/mp4', seconds: 10, bytes });
const MB = 1024 * 1024;
const ten = (facts: Partial<FileRecord>) => Array.from({ length: 10 }, () => image(facts));
const LARGE = { bytes: 9_000_000 };

it('includes all files and returns the oldest message that has any', () => {
  const media = createPromptMedia(({ width, height }) => width + height);
  const [one, two, film] = [image(), image({ width: 400, height: 200 }), video(MB)];
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

it('leaves out the oldest files when the bytes exceed the limit, and all files above them', () => {
  const media = createPromptMedia(() => 10);
  media.add(ten(LARGE), 'newest');
  expect(media.tokensOf(ten(LARGE))).toBe(0);
  media.add(ten(LARGE), 'older');
  media.add([image()], 'oldest');
  expect(media.result()).toMatchObject({ tokens: 100, fromId: 'newest', omitted: 11 });
});

it('includes ten files of one message whatever their size, and at most fifty in total', () => {
  const media = createPromptMedia(() => 10);
  media.add(ten(LARGE), null);
  expect(media.result()).toMatchObject({ fromId: null, omitted: 0 });
  const small = createPromptMedia(() => 1);
  for (const id of ['1', '2', '3', '4', '5', '6']) small.add(ten({}), id);
  expect(small.result()).toMatchObject({ tokens: 50, fromId: '5', omitted: 10 });
});

it('limits the bytes of videos separately', () => {
  const media = createPromptMedia(() => 10);
  media.add([...ten(LARGE), video(9 * MB)], 'newest');
  media.add([video(6 * MB)], 'older');
  // The video is omitted because of its size, not its kind: a model that accepts videos gets those that fit.
  expect(media.result()).toMatchObject({ fromId: 'newest', omitted: 1, omitsVideos: false });
});

it('leaves out files of a kind that the model does not accept', () => {
  const blind = createPromptMedia(() => null);
  expect(blind.tokensOf([image()])).toBe(0);
  blind.add([image()], 'one');
  expect(blind.result()).toEqual({ files: [], tokens: 0, fromId: null, omitted: 1, omitsVideos: false });
  const seeing = createPromptMedia(({ kind }) => (kind === 'image' ? 10 : null));
  seeing.add([image(), video(MB)], 'one');
  expect(seeing.result()).toMatchObject({ tokens: 10, fromId: 'one', omitted: 1, omitsVideos: true });
});
