import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Servers often live in sbin folders that an ordinary user's PATH does not name. */
const MORE_FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin', '/opt/homebrew/bin', '/usr/local/bin'];

/**
 * The absolute path of a program of this machine.
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
 * The same in a tree that `unpackPackages` made.
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
 * The environment in which an unpacked program finds the libraries that were unpacked with it.
 * @param {string} tree
 */
export function unpackedEnvironment(tree) {
  const folders = ['usr/lib', 'lib']
    .map((folder) => path.join(tree, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((entry) => entry.includes('-linux-'))
        .map((entry) => path.join(folder, entry)),
    );
  const inherited = process.env.LD_LIBRARY_PATH;
  return {
    ...process.env,
    PATH: `${path.join(tree, 'usr/bin')}:${path.join(tree, 'usr/sbin')}:${process.env.PATH ?? ''}`,
    LD_LIBRARY_PATH: [...folders, ...(inherited ? [inherited] : [])].join(':'),
  };
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
