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

/** npm's own note of what it installed, in its own format. */
const NOTE = 'node_modules/.package-lock.json';

/**
 * Holds packages that npm has fetched until they move into node_modules, each by a rename: no program ever finds half a
 * package, a running application keeps what it uses, and an installation that was killed leaves nothing but this
 * folder. It lies inside of node_modules because a rename cannot leave a file system.
 *
 * @typedef {import('./package-plan.mjs').Packages} Packages
 * @typedef {{ packages: Packages }} Lock parsed package-lock.json
 */
export class PackageStage {
  #root;

  /** @param {string} root the folder that holds package.json */
  constructor(root) {
    this.#root = root;
    this.folder = path.join(root, 'node_modules/.stage');
  }

  /** True when an installation did not come to its end: its stage is there, or packages without npm's note. */
  isInterrupted() {
    const names = list(path.join(this.#root, 'node_modules'));
    return names.includes('.stage') || (names.some((name) => !name.startsWith('.')) && !this.recorded());
  }

  /** The packages that npm noted as installed; null without a readable note. @returns {Packages | null} */
  recorded() {
    return readNote(this.#root);
  }

  /**
   * Whether a package's files are there, in this version: npm notes it also where it has changed the lock file alone.
   * @param {string} place
   * @param {string} version
   */
  isThere(place, version) {
    const manifest = read(path.join(this.#root, place, 'package.json'));
    // The text first: to parse a thousand of them takes a tenth of a second.
    return (
      manifest !== null && (manifest.includes(`"version": "${version}"`) || versionOf(manifest) === version)
    );
  }

  async remove() {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /**
   * Makes a project of its own here, in which empty folders stand for what is installed already. npm believes its note
   * and fetches the rest; if it did not, it would fetch all, and only what is missing would be moved.
   * @param {{ lock: Lock, kept: Set<string>, registry: string | null }} options registry: npm is given the
   *   address of each package there; null: it asks for them
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
   * Moves what npm has fetched into node_modules, takes away what is stale, and notes the whole as installed.
   * @param {{ lock: Lock, plan: import('./package-plan.mjs').Plan }} options
   * @returns {string[]} places that npm did not fetch; nothing was moved when there are any
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
    // While packages are moved the note names none of them: a kill between two renames leaves missing packages.
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

  /** Moves a package that is replaced into the stage, which is deleted at the end: a rename is done at once. */
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

  /** Links the commands of new packages. npm does not: it refuses to where two packages bring the same command. */
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

/** npm believes a note only when it is newer than the folders, which the rename touches. */
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
