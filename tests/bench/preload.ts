import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '#scripts/launch/paths.mjs';

/** The Node option, for NODE_OPTIONS, that loads a file of this folder before a process's own. */
export function preload(file: string): string {
  return `--import ${pathToFileURL(path.join(ROOT, 'tests/bench', file)).href}`;
}
