/**
 * The part of an installation without side effects: it finds the missing packages of package-lock.json, and
 * prepares npm's input to fetch them. A place is a key of the lock file, such as
 * `node_modules/a/node_modules/b`.
 *
 * @typedef {Record<string, any>} Packages entries by place, as in package-lock.json
 *
 * @typedef {object} Plan
 * @property {Set<string>} kept places with the wanted version already
 * @property {string[]} missing places without it
 * @property {string[]} damaged those of them that npm had recorded as installed, and whose files are missing
 * or of another version
 * @property {string[]} stale places that npm had recorded, and that are no longer in the lock file
 */

/**
 * Compares the lock file with what is installed. Tools for tests and checks (`dev` in the lock file) are only
 * needed for development; without it, installed ones stay. Optional packages alone cause no installation:
 * only npm knows which of them fit this machine.
 * @param {{ wanted: Packages, recorded: Packages | null, development: boolean, isThere: (place: string, version: string) => boolean }} options
 *   recorded: npm's record at the end of the last installation, null if there is none
 * @returns {Plan}
 */
export function planPackages({ wanted, recorded, development, isThere }) {
  const kept = new Set();
  const missing = new Set();
  const damaged = [];
  // In the lock file a package comes before those nested in it.
  for (const [place, entry] of Object.entries(wanted)) {
    if (place === '' || (entry.dev && !development)) continue;
    const note = recorded?.[place];
    if (!note && entry.optional) continue;
    const isWhole = note !== undefined && isThere(place, note.version);
    if (note && !isWhole) damaged.push(place);
    if (isWhole && note.version === entry.version && !isBelow(missing, place)) kept.add(place);
    else missing.add(place);
  }
  const stale = Object.keys(recorded ?? {}).filter((place) => wanted[place] === undefined);
  return { kept, missing: [...missing], damaged, stale };
}

/**
 * True if a package that contains the place is in the set.
 * @param {Set<string>} places
 * @param {string} place
 */
export function isBelow(places, place) {
  for (let above = parentOf(place); above !== ''; above = parentOf(above)) if (places.has(above)) return true;
  return false;
}

/** The package whose `node_modules` contains a place; empty for the project itself. */
function parentOf(place) {
  return place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')));
}

/** The `node_modules` folder that contains a place. @param {string} place */
export function folderOf(place) {
  return place.slice(0, place.lastIndexOf('node_modules/') + 'node_modules'.length);
}

/**
 * A copy of the lock file with the address of each package. Ours has no addresses, so that it works with
 * every registry; but without them npm requests the metadata of each package first, which is half the time of
 * an installation.
 * @param {{ packages: Packages }} lock
 * @param {string} registry its address, with a trailing slash
 * @returns {{ packages: Packages }}
 */
export function withAddresses(lock, registry) {
  const copy = structuredClone(lock);
  for (const [place, entry] of Object.entries(copy.packages)) {
    if (place === '' || entry.link || entry.inBundle || entry.resolved) continue;
    const name = entry.name ?? place.slice(folderOf(place).length + 1);
    entry.resolved = `${registry}${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`;
  }
  return copy;
}

/** Fields of package.json that the lock file repeats. */
const REPEATED = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/**
 * True if the lock file belongs to this package.json.
 * @param {Record<string, any>} manifest parsed package.json
 * @param {{ packages: Packages }} lock
 */
export function isLockOf(manifest, { packages }) {
  const listOf = (one) =>
    JSON.stringify(
      REPEATED.map((name) =>
        Object.entries(one?.[name] ?? {})
          .map(String)
          .sort(),
      ),
    );
  return listOf(manifest) === listOf(packages['']);
}

/**
 * The commands of the packages at these places. If two packages have the same command, the first in the lock
 * file wins.
 * @param {Packages} packages
 * @param {Set<string>} places
 * @returns {Map<string, { place: string, file: string }>} by link, such as `node_modules/.bin/vite`: the
 * package, and the file in it
 */
export function commandsOf(packages, places) {
  const commands = new Map();
  for (const [place, { bin = {} }] of Object.entries(packages)) {
    if (!places.has(place)) continue;
    for (const [name, file] of Object.entries(bin)) {
      const link = `${folderOf(place)}/.bin/${name}`;
      if (!commands.has(link)) commands.set(link, { place, file });
    }
  }
  return commands;
}

/**
 * The packages with these names, and all their direct and indirect dependencies. A name that is not in the
 * lock file is skipped: a package may try to load one that is never installed.
 * @param {Packages} packages
 * @param {Iterable<string>} names
 * @returns {Set<string>} places; including optional ones, which may not be installed
 */
export function placesNeededBy(packages, names) {
  const reached = new Set();
  const reach = (from, name) => {
    const place = resolvePlace(packages, from, name);
    if (place !== null) reached.add(place);
  };
  for (const name of names) reach('', name);
  for (const place of reached) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[place];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) reach(place, name);
    for (const name of Object.keys(peerDependencies ?? {}))
      if (!peerDependenciesMeta?.[name]?.optional) reach(place, name);
  }
  return reached;
}

/**
 * Node's lookup: the package's own node_modules first, then those of the parent folders.
 * @param {Packages} packages
 * @param {string} from place of the package that imports; empty for the project itself
 * @param {string} name
 * @returns {string | null}
 */
export function resolvePlace(packages, from, name) {
  for (let folder = from; ; folder = parentOf(folder)) {
    const place = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === '') return null;
  }
}
