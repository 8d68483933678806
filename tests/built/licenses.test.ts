import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, it } from 'vitest';
import { ROOT } from '#scripts/launch/paths.mjs';

it('the licenses of third-party packages and icons are served', () => {
  const text = readFileSync(path.join(ROOT, inject('buildFolder'), 'client/licenses.txt'), 'utf8');
  const titles = text.split('\n\n---\n\n').map((license) => license.split('\n')[0]);
  expect(titles).toContain('react-dom 18.3.1 (MIT)');
  expect(titles).toContain('app/ui/icons');
  expect(text).toContain('Lucide Icons and Contributors');
  expect(text).toContain('Cole Bemis');
});
