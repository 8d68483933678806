import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { commandsOf, isBelow, withAddresses } from './package-plan.mjs';

/** npm's own record of its installation, in its own format. */
const NOTE = 'node_modules/.package-lock.json';

/**
 * Holds fetched packages until each is renamed into node_modules: no program ever sees a partial package, a
 * running application keeps the files that it uses, and a killed installation leaves only this folder. It is
 * inside of node_modules because a rename only works within a file system.
 *
 * @typedef {import('./package-plan.mjs').Packages} Packages
 * @typedef {{ packages: Packages }} Lock parsed package-lock.json
 */
export class PackageStage {
  #root;

  /** @param {string} root the folder with package.json */
  constructor(root) {
    this.#root = root;
    this.folder = path.join(root, 'node_modules/.stage');
  }

  /** True if an installation did not finish: its stage exists, or there are packages without npm's record. */
  isInterrupted() {
    const names = list(path.join(this.#root, 'node_modules'));
    return names.includes('.stage') || (names.some((name) => !name.startsWith('.')) && !this.recorded());
  }

  /**
   * The packages that npm recorded as installed; null without a readable record. @returns {Packages | null}
   */
  recorded() {
    return readNote(this.#root);
  }

  /**
   * True if a package's files exist in this version: npm also records packages when it has only changed the
   * lock file.
   * @param {string} place
   * @param {string} version
   */
  isThere(place, version) {
    const manifest = read(path.join(this.#root, place, 'package.json'));
    // Text search first: parsing a thousand manifests takes a tenth of a second.
    return (
      manifest !== null && (manifest.includes(`"version": "${version}"`) || versionOf(manifest) === version)
    );
  }

  async remove() {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /**
   * Creates a separate project here, in which empty folders stand for installed packages. npm trusts its
   * record and fetches the rest; if it did not, it would fetch everything, and only missing packages would be
   * moved.
   * @param {{ lock: Lock, kept: Set<string>, registry: string | null }} options registry: npm gets the
   * address of each package there; null: npm requests the addresses
   */
  async prepare({ lock, kept, registry }) {
    await this.remove();
    mkdirSync(path.join(this.folder, 'node_modules'), { recursive: true });
    for (const name of ['package.json', '.npmrc']) {
      const text = read(path.join(this.#root, name));
      if (text !== null) writeFileSync(path.join(this.folder, name), text);
    }
    const given = registry ? withAddresses(lock, registry) : lock;
    writeFileSync(path.join(this.folder, 'package-lock.json'), JSON.stringify(given));
    if (kept.size === 0) return;
    for (const place of kept) mkdirSync(path.join(this.folder, place), { recursive: true });
    for (const link of commandsOf(lock.packages, kept).keys()) {
      mkdirSync(path.join(this.folder, path.dirname(link)), { recursive: true });
      writeFileSync(path.join(this.folder, link), '');
    }
    writeNote(this.folder, given, pick(given.packages, kept));
  }

  /**
   * Moves fetched packages into node_modules, removes stale ones, and records all as installed.
   * @param {{ lock: Lock, plan: import('./package-plan.mjs').Plan }} options
   * @returns {string[]} places that npm did not fetch; if there are any, nothing was moved
   */
  moveIntoPlace({ lock, plan: { kept, missing, stale } }) {
    const fetched = new Set(
      Object.keys(readNote(this.folder) ?? {}).filter((place) => lock.packages[place] && !kept.has(place)),
    );
    const lacking = missing.filter((place) => !fetched.has(place) && !lock.packages[place].optional);
    if (lacking.length > 0) return lacking;
    const recorded = this.recorded() ?? {};
    const staying = Object.keys(recorded).filter(
      (place) => lock.packages[place] && !fetched.has(place) && !isBelow(fetched, place),
    );
    // While packages are moved the record contains none of them: after a kill between two renames they count
    // as missing.
    writeNote(this.#root, lock, pick(recorded, staying));
    for (const place of [...stale, ...fetched]) {
      if (isBelow(fetched, place)) continue;
      this.#putAside(place);
      if (fetched.has(place)) this.#take(place);
    }
    this.#linkCommands(lock.packages, fetched, new Set([...staying, ...fetched]));
    writeNote(this.#root, lock, { ...pick(recorded, staying), ...pick(lock.packages, fetched) });
    return [];
  }

  /** Moves a replaced package into the stage, which is deleted at the end: a rename is instant. */
  #putAside(place) {
    const old = path.join(this.#root, place);
    if (!exists(old)) return;
    const aside = path.join(this.folder, 'replaced');
    mkdirSync(aside, { recursive: true });
    renameSync(old, path.join(aside, place.replaceAll('/', '+')));
  }

  #take(place) {
    const target = path.join(this.#root, place);
    mkdirSync(path.dirname(target), { recursive: true });
    renameSync(path.join(this.folder, place), target);
  }

  /** Links the commands of new packages. npm does not: it refuses if two packages have the same command. */
  #linkCommands(packages, fetched, installed) {
    for (const [link, { place, file }] of commandsOf(packages, installed)) {
      const program = path.join(this.#root, place, file);
      if (!fetched.has(place) || !exists(program)) continue;
      chmodSync(program, 0o755);
      const from = path.join(this.#root, link);
      mkdirSync(path.dirname(from), { recursive: true });
      rmSync(from, { force: true });
      symlinkSync(path.relative(path.dirname(from), program), from);
    }
  }
}

/** npm trusts a record only if it is newer than the folders, which the rename touches. */
function writeNote(root, lock, packages) {
  const { name, version, lockfileVersion, requires } = lock;
  const file = path.join(root, NOTE);
  const note = { name, version, lockfileVersion, requires, packages };
  writeFileSync(`${file}.new`, `${JSON.stringify(note, null, 2)}\n`);
  renameSync(`${file}.new`, file);
  const now = Date.now() / 1000;
  utimesSync(file, now, now + 0.001);
}

function readNote(root) {
  try {
    return JSON.parse(read(path.join(root, NOTE)) ?? '{}').packages ?? null;
  } catch {
    return null;
  }
}

function versionOf(manifest) {
  try {
    return JSON.parse(manifest).version;
  } catch {
    return undefined;
  }
}

function pick(packages, places) {
  return Object.fromEntries(Array.from(places, (place) => [place, packages[place]]));
}

function exists(file) {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
