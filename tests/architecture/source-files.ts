import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#scripts/launch/paths.mjs';

export interface SourceFile {
  /** Relative to the project, with slashes. */
  place: string;
  text: string;
}

const IGNORED = new Set(['node_modules', 'build', '.data', '.git', '.cache', 'screenshots', 'coverage']);

/**
 * The files below some folders of the project.
 * @param folders relative to the project
 * @param pattern of the included paths
 */
export function sourceFiles(folders: string[], pattern: RegExp): SourceFile[] {
  return folders
    .flatMap((folder) => walk(folder))
    .filter((place) => pattern.test(place))
    .map((place) => ({ place, text: readFileSync(path.join(ROOT, place), 'utf8') }));
}

function walk(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (IGNORED.has(entry.name)) return [];
    const place = folder === '.' ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? walk(place) : [place];
  });
}
