/** Longer names are cut; a name is words for people and never a path. */
const MOST = 200;
/** Control characters, and marks that turn the direction of what follows or cannot be seen. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * What a file is called in lists and downloads: the last part of the path that its sender gave it, without marks that
 * make it look like another name.
 */
export function cleanName(given: string): string {
  const bounded = given.slice(-4 * MOST);
  const last = bounded.slice(Math.max(bounded.lastIndexOf('/'), bounded.lastIndexOf('\\')) + 1);
  const shown = last.replace(INVISIBLE, '').trim();
  const name = Array.from(shown).slice(0, MOST).join('');
  return /^\.*$/.test(name) ? 'file' : name;
}
