import { expect, it } from 'vitest';
import { SEED_MODELS } from './models.ts';
import { READ_ON } from './read.ts';

it('has a release date for every model, before the day on which the sources were read', () => {
  const undated = SEED_MODELS.filter(
    ({ releasedOn }) => !/^20\d\d-\d\d-\d\d$/.test(releasedOn) || releasedOn > READ_ON,
  );
  expect(undated.map(({ id }) => id)).toEqual([]);
});

it('derives the date of a build from the month in its name', () => {
  const released = new Map(SEED_MODELS.map(({ id, releasedOn }) => [id, releasedOn]));
  expect(released.get('mistralai/mistral-large-2512')).toMatch(/^2025-12/);
  expect(released.get('mistralai/mistral-small-2603')).toMatch(/^2026-03/);
});
