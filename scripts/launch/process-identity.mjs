import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Distinguishes a process from a later one with the same number: boot id and start time on Linux, the start
 * time from `ps` elsewhere. A number alone proves nothing after a crash or a reboot.
 * @param {number} pid
 * @returns {string | null} null if no such process runs (a zombie does not run)
 */
export function identityOf(pid) {
  if (!Number.isInteger(pid) || pid <= 1) return null;
  if (process.platform !== 'linux') return ps(pid, 'lstart=');
  const fields = statOf(pid);
  if (!fields) return null;
  const state = fields[0];
  const startTime = fields[19];
  if (state === 'Z' || state === 'X') return null;
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${startTime}`;
}

/**
 * The parent of another process.
 * @param {number} pid
 * @returns {number | null} null if no such process runs, and on systems without /proc
 */
export function parentOf(pid) {
  return process.platform === 'linux' ? Number(statOf(pid)?.[1] ?? 0) || null : null;
}

/**
 * The command line of a process, its arguments separated by spaces.
 * @param {number} pid
 * @returns {string} empty if no such process runs
 */
export function commandOf(pid) {
  if (!Number.isInteger(pid) || pid <= 1) return '';
  if (process.platform !== 'linux') return ps(pid, 'command=') ?? '';
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** The fields of /proc/<pid>/stat, beginning with the state. @returns {string[] | null} */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may contain any character; count from its
    // end.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

function ps(pid, field) {
  try {
    return execFileSync('ps', ['-o', field, '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}
