import { resolvePlace } from './package-plan.mjs';

/**
 * `npm install` silently omits optional dependencies for other platforms from package-lock.json when the
 * registry in use lacks the file, and `npm ci` then fails there. An entry has an integrity only if its
 * package could be fetched; the integrity makes every installation equal to the tested one.
 */

/**
 * Removes download addresses, and finds problems that only other versions can fix.
 * @param {{ packages: Record<string, any> }} lock parsed package-lock.json
 * @returns {{ lock: object, addresses: number, missing: string[], unproven: string[] }} lock: a fixed copy;
 * missing: optional packages without an entry; unproven: entries without an integrity, by their path
 */
export function fixLock(lock) {
  const fixed = structuredClone(lock);
  const missing = [];
  const unproven = [];
  let addresses = 0;
  for (const [place, entry] of Object.entries(fixed.packages)) {
    if (entry.resolved && !entry.link) {
      delete entry.resolved;
      addresses += 1;
    }
    if (place !== '' && !entry.link && !entry.inBundle && !entry.integrity) unproven.push(place);
    const optional = Object.keys(entry.optionalDependencies ?? {});
    missing.push(...optional.filter((name) => resolvePlace(fixed.packages, place, name) === null));
  }
  return { lock: fixed, addresses, missing, unproven };
}
