/**
 * The pure half of an installation: which packages of package-lock.json are missing, and what npm is given to fetch
 * them. A place is a key of the lock file, such as `node_modules/a/node_modules/b`.
 *
 * @typedef {Record<string, any>} Packages entries by place, as in package-lock.json
 *
 * @typedef {object} Plan
 * @property {Set<string>} kept places that hold the wanted version already
 * @property {string[]} missing places that lack it
 * @property {string[]} damaged those of them that npm had noted as installed, and whose files are gone or of another version
 * @property {string[]} stale places that npm had noted, and that the lock file no longer has
 */

/**
 * Compares the lock file with what is installed. Tools for tests and checks (`dev` in the lock file) are wanted for
 * development alone; without it those that are there stay. An optional package is fetched with others or not at all:
 * npm alone knows which of them fit this machine.
 * @param {{ wanted: Packages, recorded: Packages | null, development: boolean, isThere: (place: string, version: string) => boolean }} options
 *   recorded: what npm noted at the end of the last installation, null when there is no such note
 * @returns {Plan}
 */
export function planPackages({ wanted, recorded, development, isThere }) {
  const kept = new Set();
  const missing = new Set();
  const damaged = [];
  // The lock file names a package before those below it.
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
 * True when a folder above the place is in the set.
 * @param {Set<string>} places
 * @param {string} place
 */
export function isBelow(places, place) {
  for (let above = parentOf(place); above !== ''; above = parentOf(above)) if (places.has(above)) return true;
  return false;
}

/** The package in whose `node_modules` a place lies; empty for the project itself. */
function parentOf(place) {
  return place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')));
}

/** The `node_modules` folder in which a place lies. @param {string} place */
export function folderOf(place) {
  return place.slice(0, place.lastIndexOf('node_modules/') + 'node_modules'.length);
}

/**
 * A copy of the lock file with the address of each package. Ours has none, so that every registry will do; but without
 * one npm asks for the description of each package first, which is half the time of an installation.
 * @param {{ packages: Packages }} lock
 * @param {string} registry its address, with a slash at its end
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

/** Parts of package.json that the lock file repeats. */
const REPEATED = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/**
 * True when the lock file was made for this package.json.
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
 * The commands that the packages at these places bring. The first of the lock file has a command that two bring.
 * @param {Packages} packages
 * @param {Set<string>} places
 * @returns {Map<string, { place: string, file: string }>} by link, such as `node_modules/.bin/vite`: the package, and
 *   the file in it
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
 * The packages of these names, and all that they need, directly or not. A name that the lock file does not have is left
 * out: a package may try to load what nothing installs.
 * @param {Packages} packages
 * @param {Iterable<string>} names
 * @returns {Set<string>} places; optional ones, too, which may not be installed
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
 * Node's look-up: the package's own node_modules first, then those of the folders above.
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
