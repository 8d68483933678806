import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '#scripts/launch/paths.mjs';

/** The option of Node, for NODE_OPTIONS, by which a process loads a file of this folder before its own. */
export function preload(file: string): string {
  return `--import ${pathToFileURL(path.join(ROOT, 'tests/bench', file)).href}`;
}
