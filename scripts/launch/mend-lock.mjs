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
    missing.push(...optional.filter((name) => !isInLock(mended.packages, place, name)));
  }
  return { lock: mended, addresses, missing, unproven };
}

/** Node's look-up: the package's own node_modules first, then those of the folders above. */
function isInLock(packages, place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}
