import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { LaunchError } from '../launch/launch-error.mjs';
import { TOOLS } from '../launch/paths.mjs';
import { identityOf } from '../launch/process-identity.mjs';
import { findProgram } from './find-program.mjs';

const run = promisify(execFile);
/** Package lists and cache of this process only: concurrent starts do not disturb each other. */
const APT = path.join(TOOLS, `apt.${process.pid}`);

/**
 * Fetches Debian or Ubuntu packages, with dependencies that this machine lacks, and unpacks them into a
 * folder of the project. Nothing is installed and no privileges are needed: apt uses separate lists and a
 * separate cache, `dpkg -x` only unpacks.
 * @param {string} name folder under the tools
 * @param {string[][]} choices package names; the first choice that exists in this release is used
 * @param {string} byHand instructions to install by hand if this cannot work
 * @param {AbortSignal} [signal] stops and leaves nothing behind
 * @returns {Promise<string>} the root of the unpacked tree
 */
export async function unpackPackages(name, choices, byHand, signal) {
  const tree = path.join(TOOLS, name);
  if (existsSync(tree)) return tree;
  for (const tool of ['apt-get', 'dpkg']) {
    if (findProgram([tool])) continue;
    throw new LaunchError(
      `${name} is not installed, and without ${tool} it cannot be unpacked here.`,
      byHand,
    );
  }
  removeAbandoned();
  const work = `${tree}.${process.pid}`;
  mkdirSync(path.join(work, 'debs'), { recursive: true });
  try {
    await refreshLists(byHand, signal);
    const packages = await missingPackages(choices, byHand, signal);
    await run('apt-get', [...aptOptions(), 'download', ...packages], {
      cwd: path.join(work, 'debs'),
      signal,
    });
    for (const file of readdirSync(path.join(work, 'debs'))) {
      await run('dpkg', ['-x', path.join(work, 'debs', file), path.join(work, 'root')], { signal });
    }
    adopt(path.join(work, 'root'), tree);
    return tree;
  } catch (error) {
    if (error instanceof LaunchError || signal?.aborted) throw error;
    throw new LaunchError(
      `The packages of ${name} could not be unpacked.`,
      byHand,
      error.stderr ?? error.message,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Removes the partial trees of killed starts: `<name>.<process id>`. */
function removeAbandoned() {
  mkdirSync(TOOLS, { recursive: true });
  for (const entry of readdirSync(TOOLS)) {
    const pid = Number(/\.(\d+)$/.exec(entry)?.[1]);
    if (pid && pid !== process.pid && identityOf(pid) === null) {
      rmSync(path.join(TOOLS, entry), { recursive: true, force: true });
    }
  }
}

/** Another start may have unpacked the same meanwhile: then its tree is used. */
function adopt(unpacked, tree) {
  try {
    renameSync(unpacked, tree);
  } catch (error) {
    if (!existsSync(tree)) throw error;
  }
}

function aptOptions() {
  const options = {
    'Dir::State::Lists': path.join(APT, 'lists'),
    'Dir::Cache': path.join(APT, 'cache'),
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
    'Debug::NoLocking': '1',
    // As root, apt would fetch as its own user, which cannot access this folder.
    ...(process.getuid?.() === 0 ? { 'APT::Sandbox::User': 'root' } : {}),
  };
  return ['-q', ...Object.entries(options).flatMap(([key, value]) => ['-o', `${key}=${value}`])];
}

/** @type {Promise<void> | undefined} one refresh is shared by all packages that this process unpacks */
let refreshed;

function refreshLists(byHand, signal) {
  refreshed ??= fetchLists(byHand, signal);
  return refreshed;
}

async function fetchLists(byHand, signal) {
  process.once('exit', () => rmSync(APT, { recursive: true, force: true }));
  mkdirSync(path.join(APT, 'lists', 'partial'), { recursive: true });
  mkdirSync(path.join(APT, 'cache', 'archives', 'partial'), { recursive: true });
  // One source that does not answer fails the whole command, although the others may have everything needed.
  const output = await run('apt-get', [...aptOptions(), 'update'], { signal }).catch((error) => error);
  signal?.throwIfAborted();
  if (readdirSync(path.join(APT, 'lists')).some((file) => file.includes('_Packages'))) return;
  throw new LaunchError(
    'apt could not fetch its package lists.',
    `Check the network of this machine, or do it by hand. ${byHand}`,
    output.stderr,
  );
}

/** Asks apt for the packages that an installation would fetch: exactly those that this machine lacks. */
async function missingPackages(choices, byHand, signal) {
  let complaint = '';
  for (const packages of choices) {
    try {
      const simulate = ['install', '--print-uris', '-qq', '--no-install-recommends'];
      const { stdout } = await run('apt-get', [...aptOptions(), ...simulate, ...packages], { signal });
      const names = stdout.matchAll(/^'[^']*' ([^_\s]+)_/gm);
      return [...names].map((match) => match[1]);
    } catch (error) {
      complaint = error.stderr;
    }
  }
  throw new LaunchError(`apt does not know ${choices[0].join(', ')}.`, byHand, complaint);
}
