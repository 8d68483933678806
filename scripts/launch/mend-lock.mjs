import { resolvePlace } from './package-plan.mjs';

/**
 * `npm install` silently leaves out of package-lock.json what an optional dependency has for other platforms
 * when the registry in use lacks the file, and `npm ci` then fails there. Only a version whose packages can all
 * be had has entries with an integrity, which is what makes an installation the one that was tested.
 */

/**
 * Removes download addresses, and finds what cannot be mended without another choice of versions.
 * @param {{ packages: Record<string, any> }} lock parsed package-lock.json
 * @returns {{ lock: object, addresses: number, missing: string[], unproven: string[] }} lock: a mended copy;
 *   missing: optional packages without an entry; unproven: entries without an integrity, by their place
 */
export function mendLock(lock) {
  const mended = structuredClone(lock);
  const missing = [];
  const unproven = [];
  let addresses = 0;
  for (const [place, entry] of Object.entries(mended.packages)) {
    if (entry.resolved && !entry.link) {
      delete entry.resolved;
      addresses += 1;
    }
    if (place !== '' && !entry.link && !entry.inBundle && !entry.integrity) unproven.push(place);
    const optional = Object.keys(entry.optionalDependencies ?? {});
    missing.push(...optional.filter((name) => resolvePlace(mended.packages, place, name) === null));
  }
  return { lock: mended, addresses, missing, unproven };
}
