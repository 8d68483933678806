import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandOf, identityOf } from './process-identity.mjs';

const pidFile = (runFolder, name) => path.join(runFolder, `${name}.pid`);
const identityFile = (runFolder, name) => path.join(runFolder, `.${name}.identity`);

/**
 * Notes which process has the name: `<name>.pid` holds the bare number for people and scripts, a hidden file
 * beside it the identity that proves that the number still means the same process.
 */
export function recordPid(runFolder, name, pid) {
  mkdirSync(runFolder, { recursive: true });
  writeFileSync(identityFile(runFolder, name), identityOf(pid) ?? '');
  writeFileSync(pidFile(runFolder, name), `${pid}\n`);
}

export function forgetPid(runFolder, name) {
  rmSync(pidFile(runFolder, name), { force: true });
  rmSync(identityFile(runFolder, name), { force: true });
}

/**
 * The recorded process, when it still runs and is provably the one that was recorded.
 * @returns {number | null}
 */
export function recordedPid(runFolder, name) {
  const pid = Number.parseInt(read(pidFile(runFolder, name)), 10);
  const identity = read(identityFile(runFolder, name));
  return identity !== '' && identityOf(pid) === identity ? pid : null;
}

/**
 * Ends what a killed launcher left behind under this name, and only that: the recorded process, and one that
 * names itself in `ownPidFile` while its command line holds `marker` (a launcher can die between starting a
 * server and recording it).
 * @param {string} runFolder
 * @param {string} name
 * @param {{ ownPidFile?: string, marker?: string, graceMs?: number }} [options] graceMs: see endProcess
 */
export async function endLeftover(runFolder, name, { ownPidFile, marker, graceMs } = {}) {
  const pids = new Set([recordedPid(runFolder, name)]);
  if (ownPidFile && marker) {
    const pid = Number.parseInt(read(ownPidFile), 10);
    if (commandOf(pid).includes(marker)) pids.add(pid);
  }
  pids.delete(null);
  for (const pid of pids) await endProcess(pid, graceMs);
  forgetPid(runFolder, name);
}

/** Asks a process and its group to end, and after `graceMs` makes them. */
export async function endProcess(pid, graceMs = 15_000) {
  const identity = identityOf(pid);
  const gone = () => identity === null || identityOf(pid) !== identity;
  signalGroup(pid, 'SIGTERM');
  const deadline = Date.now() + graceMs;
  while (!gone() && Date.now() < deadline) await sleep(20);
  if (gone()) return;
  signalGroup(pid, 'SIGKILL');
  while (!gone()) await sleep(20);
}

/** Signals the whole group that the process leads; the process alone when it leads none. */
export function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended by itself in the meantime.
    }
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
