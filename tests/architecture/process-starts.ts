import path from 'node:path';
import type { SourceFile } from './source-files.ts';

/** Functions that start a process, whatever file defines them. */
const STARTERS =
  /^(?:startWebProcess|startWorkerProcess|startWebAndWorker|startApplication|startBuiltProcess|startRedisCluster|appProcesses|ManagedProcess)$/;
/** Node modules with functions that start processes. */
const PROCESS_MODULES = /^node:(?:child_process|cluster)$/;
/** A vitest worker starts one web process for all of its files. */
const SHARED = /^tests\/setup\/(?:web|shared-web)\.ts$/;

const IMPORT = /import\s+(?!type\b)(?:(\w+|\*\s+as\s+\w+)\s*,?\s*)?(?:\{([^}]*)\}\s*)?from\s+'([^']+)'/g;

interface Import {
  /** Names of values; types start no process. */
  names: string[];
  /** As written in the file. */
  from: string;
}

function importsOf(text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, whole, list = '', from = '']) => ({
    names: [whole ?? [], list.split(',')]
      .flat()
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => name.split(/\s+as\s+/)[0]!),
    from,
  }));
}

/** Path of an imported file of the tests; null for all others. */
function placeOf(from: string, importer: string): string | null {
  if (from.startsWith('#tests/')) return from.slice(1);
  if (!from.startsWith('.')) return null;
  const place = path.posix.join(path.posix.dirname(importer), from);
  return place.startsWith('tests/') ? place : null;
}

/**
 * Finds the files that start a process, directly or by a helper that they import.
 * @param files all files of the tests, and all files to check
 * @returns their paths
 */
export function startingFiles(files: readonly SourceFile[]): Set<string> {
  const byPlace = new Map(files.map((file) => [file.place, file]));
  const known = new Map<string, boolean>();
  const starts = (place: string): boolean => {
    const answer = known.get(place);
    if (answer !== undefined) return answer;
    // A circle of imports starts no process by itself.
    known.set(place, false);
    const file = byPlace.get(place);
    const found =
      file !== undefined &&
      !SHARED.test(place) &&
      importsOf(file.text).some(({ names, from }) => {
        if (names.length === 0) return false;
        if (PROCESS_MODULES.test(from) || names.some((name) => STARTERS.test(name))) return true;
        const imported = placeOf(from, place);
        return imported !== null && !imported.startsWith('tests/setup/') && starts(imported);
      });
    known.set(place, found);
    return found;
  };
  return new Set(files.map(({ place }) => place).filter(starts));
}

/**
 * True for a test whose shared web process has settings of its own, and is a separate process because of
 * them.
 */
export function hasOwnSettings({ place, text }: SourceFile): boolean {
  if (!place.startsWith('tests/http/') || !/\b(?:useWeb|sharedWeb)\(/.test(text)) return false;
  return /process\.env\.\w+ = |Object\.assign\(process\.env, (?!UNSERVED\))|\busePaymentPage\(/.test(text);
}
