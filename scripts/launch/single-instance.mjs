import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { identityOf } from './process-identity.mjs';

/**
 * Makes this process the only launcher of a data folder. The claim ends with the process, even if it crashes:
 * a claim of a dead process is taken over.
 * @param {string} runFolder
 * @param {string} address the address of the application, shown by a second launcher
 * @returns {{ holder: { pid: number, address: string } | null, release: () => void }} holder: the existing
 * holder
 */
export function claimInstance(runFolder, address) {
  mkdirSync(runFolder, { recursive: true });
  const lock = path.join(runFolder, 'start.lock');
  const mine = `${lock}.${process.pid}`;
  const claim = { pid: process.pid, identity: identityOf(process.pid), address };
  writeFileSync(mine, JSON.stringify(claim));
  try {
    for (;;) {
      if (link(mine, lock)) return { holder: null, release: () => rmSync(lock, { force: true }) };
      const holder = readClaim(lock);
      if (holder && isAlive(holder)) return { holder, release: () => undefined };
      takeAway(lock);
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Removes a dead claim; if another launcher replaced it at this moment, its claim is restored. */
function takeAway(lock) {
  const aside = `${lock}.${process.pid}.old`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  const claim = readClaim(aside);
  if (claim && isAlive(claim)) link(aside, lock);
  rmSync(aside, { force: true });
}

function isAlive({ pid, identity }) {
  return identity !== null && identityOf(pid) === identity;
}

/** Creates a hard link atomically, unless the name exists. */
function link(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readClaim(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
