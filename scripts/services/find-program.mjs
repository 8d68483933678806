import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Servers are often in sbin folders that are not in an ordinary user's PATH. */
const MORE_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/opt/homebrew/bin', '/usr/local/bin'];

/**
 * The absolute path of a program on this machine.
 * @param {string[]} names in order of preference
 * @returns {string | null}
 */
export function findProgram(names) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...MORE_FOLDERS].filter(Boolean);
  for (const name of names) {
    for (const folder of folders) {
      const file = path.join(folder, name);
      if (isExecutable(file)) return file;
    }
  }
  return null;
}

/**
 * The same in a tree of `unpackPackages`.
 * @param {string} tree
 * @param {string[]} names
 */
export function findUnpacked(tree, names) {
  for (const name of names) {
    for (const folder of ['usr/sbin', 'usr/bin']) {
      const file = path.join(tree, folder, name);
      if (isExecutable(file)) return file;
    }
  }
  return null;
}

/**
 * The environment in which an unpacked program finds its unpacked libraries.
 * @param {string} tree
 */
export function unpackedEnvironment(tree) {
  const inherited = process.env.LD_LIBRARY_PATH;
  const folders = ['usr/lib', 'lib'].flatMap((folder) => libraryFolders(path.join(tree, folder)));
  return {
    ...process.env,
    PATH: `${path.join(tree, 'usr/bin')}:${path.join(tree, 'usr/sbin')}:${process.env.PATH ?? ''}`,
    LD_LIBRARY_PATH: [...folders, ...(inherited ? [inherited] : [])].join(':'),
  };
}

/** `x86_64-linux-gnu` and similar folders, and their subfolders with private libraries of packages. */
function libraryFolders(folder) {
  const platforms = subfolders(folder).filter((name) => path.basename(name).includes('-linux-'));
  const own = platforms
    .flatMap(subfolders)
    .filter((place) => readdirSync(place).some((file) => /^lib.+\.so(\.|$)/.test(file)));
  return [...platforms, ...own];
}

function subfolders(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(folder, entry.name));
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
