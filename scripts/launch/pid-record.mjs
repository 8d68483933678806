import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandOf, identityOf } from './process-identity.mjs';

const pidFile = (runFolder, name) => path.join(runFolder, `${name}.pid`);
const identityFile = (runFolder, name) => path.join(runFolder, `.${name}.identity`);

/**
 * Records the process of a name: `<name>.pid` contains only the number, for users and scripts; a hidden file
 * beside it contains the identity that proves that the number still means the same process.
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
 * The recorded process, if it still runs and its identity matches the record.
 * @returns {number | null}
 */
export function recordedPid(runFolder, name) {
  const pid = Number.parseInt(read(pidFile(runFolder, name)), 10);
  const identity = read(identityFile(runFolder, name));
  return identity !== '' && identityOf(pid) === identity ? pid : null;
}

/**
 * Ends the processes that a killed launcher left under this name, and no others: the recorded process, and
 * one that wrote its pid to `ownPidFile` if its command line contains `marker` (a launcher can die between
 * starting a server and recording it).
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

/** Terminates a process and its group, and kills them after `graceMs`. */
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

/** Signals the process's group; only the process if it leads no group. */
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
