import { expect, it } from 'vitest';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import { createPromptPictures } from './prompt-pictures.ts';

const picture = (facts: Partial<FileRecord> = {}) =>
  ({ mimeType: 'image/png', width: 100, height: 50, bytes: 1000, ...facts }) as FileRecord;
const ten = (facts: Partial<FileRecord>) => Array.from({ length: 10 }, () => picture(facts));
const LARGE = { bytes: 9_000_000 };

it('takes all along, and says which message is the oldest', () => {
  const pictures = createPromptPictures(({ width, height }) => width + height);
  pictures.add([picture()], null);
  pictures.add([], 'answer');
  pictures.add([picture(), picture({ width: 4000, height: 2000 })], 'older');
  const size = { width: 100, height: 50 };
  // Larger than what is sent: made smaller.
  const sizes = [size, size, { width: 2000, height: 1000 }];
  expect(pictures.result()).toEqual({ sizes, tokens: 3300, fromId: 'older', omitted: 0 });
});

it('leaves the oldest out where they would be too many bytes, and then everything above them', () => {
  const pictures = createPromptPictures(() => 10);
  pictures.add(ten(LARGE), 'newest');
  expect(pictures.tokensOf(ten(LARGE))).toBe(0);
  pictures.add(ten(LARGE), 'older');
  pictures.add([picture()], 'oldest');
  expect(pictures.result()).toMatchObject({ tokens: 100, fromId: 'newest', omitted: 11 });
});

it('takes ten of one message, however large, and no more than fifty in all', () => {
  const pictures = createPromptPictures(() => 10);
  pictures.add(ten(LARGE), null);
  expect(pictures.result()).toMatchObject({ fromId: null, omitted: 0 });
  const small = createPromptPictures(() => 1);
  for (const id of ['1', '2', '3', '4', '5', '6']) small.add(ten({}), id);
  expect(small.result()).toMatchObject({ tokens: 50, fromId: '5', omitted: 10 });
});

it('takes none along for a model that sees none', () => {
  const pictures = createPromptPictures(null);
  expect(pictures.tokensOf([picture()])).toBe(0);
  pictures.add([picture()], 'one');
  expect(pictures.result()).toEqual({ sizes: [], tokens: 0, fromId: null, omitted: 1 });
});
