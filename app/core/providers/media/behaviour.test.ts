import { describe, expect, it } from 'vitest';
import { whyNever } from '#tests/doubles/behaviours/media-behaviour.ts';
import { MEDIA_BEHAVIOURS } from '#tests/doubles/behaviours/media-cases.ts';
import { MEDIA_SUBJECTS } from '#tests/doubles/behaviours/media-subjects.ts';
import { tryMedia } from '#tests/doubles/behaviours/try-media.ts';
import { IMAGE_ADAPTERS, VIDEO_ADAPTERS } from './registry.ts';

describe.each(MEDIA_SUBJECTS)('$name, when the provider', (subject) => {
  it.each(MEDIA_BEHAVIOURS.filter((behaviour) => whyNever(behaviour, subject) === null))(
    '$name',
    async (behaviour) => {
      expect(await tryMedia(subject, behaviour)).toEqual([]);
    },
    20_000,
  );
});

it('tests every adapter of the registry', () => {
  const tried = (makes: string) =>
    [...new Set(MEDIA_SUBJECTS.flatMap((one) => (one.makes === makes ? one.dialect : [])))].sort();
  expect(tried('pictures')).toEqual(Object.keys(IMAGE_ADAPTERS).sort());
  expect(tried('videos')).toEqual(Object.keys(VIDEO_ADAPTERS).sort());
});
