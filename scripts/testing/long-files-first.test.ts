import { expect, it } from 'vitest';
import { longFirst } from './long-files-first.mjs';

it('puts long files first and leaves the others in their order', () => {
  const files = ['tests/e2e/b.test.ts', 'tests/e2e/flows/axe/keys.test.ts', 'tests/e2e/a.test.ts'];
  expect(longFirst(files, (file) => file)).toEqual([files[1], files[0], files[2]]);
});
