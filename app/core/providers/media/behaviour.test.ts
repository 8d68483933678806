import { describe, expect, it } from 'vitest';
import { whyNever } from '#tests/doubles/behaviours/media-behaviour.ts';
import { MEDIA_BEHAVIOURS } from '#tests/doubles/behaviours/media-cases.ts';
import { MEDIA_SUBJECTS } from '#tests/doubles/behaviours/media-subjects.ts';
import { tryMedia } from '#tests/doubles/behaviours/try-media.ts';
import { PROVIDER_LIST } from '../list.ts';

describe.each(MEDIA_SUBJECTS)('$name, when the provider', (subject) => {
  it.each(MEDIA_BEHAVIOURS.filter((behaviour) => whyNever(behaviour, subject) === null))(
    '$name',
    async (behaviour) => {
      expect(await tryMedia(subject, behaviour)).toEqual([]);
    },
    20_000,
  );
});

it('tests every adapter of the list', () => {
  const listed = (makes: 'images' | 'videos') =>
    PROVIDER_LIST.flatMap(({ dialect, media }) => (media?.[makes] ? dialect : [])).sort();
  const tried = (makes: string) =>
    [...new Set(MEDIA_SUBJECTS.flatMap((one) => (one.makes === makes ? one.dialect : [])))].sort();
  expect(tried('pictures')).toEqual(listed('images'));
  expect(tried('videos')).toEqual(listed('videos'));
});
