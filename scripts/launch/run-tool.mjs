import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import path from 'node:path';
import { endLeftover, endProcess, forgetPid, recordPid } from './pid-record.mjs';

/** Max lines of its output that are returned. */
const LAST_LINES = 200;
/** `nice` level of background tools: about a tenth of the processor if other processes want all of it. */
const LOW_PRIORITY = 10;

/**
 * Runs a program until it ends, in its own process group and with its output in a file. Its pid is recorded
 * beside the log while it runs: a leftover of a killed launcher is ended first, because two installations or
 * builds in one folder would corrupt each other.
 * @param {{ command: string, args: string[], logFile: string, cwd: string, env?: NodeJS.ProcessEnv, signal?: AbortSignal, limitMs?: number, givesWay?: boolean, graceMs?: number }} options
 *   signal ends it, and the call throws; limitMs ends it, and the result is `late`; givesWay: low priority,
 *   also for its child processes; graceMs: time to end before it is killed
 * @returns {Promise<{ code: number, tail: string, late: boolean }>} code 1 if a signal ended it
 */
export async function runTool({
  command,
  args,
  logFile,
  cwd,
  env = process.env,
  signal,
  limitMs,
  givesWay,
  graceMs = 5000,
}) {
  const folder = path.dirname(logFile);
  const name = path.basename(logFile, '.log');
  mkdirSync(folder, { recursive: true });
  await endLeftover(folder, name, { graceMs });
  signal?.throwIfAborted();
  const log = openSync(logFile, 'w');
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  if (child.pid) recordPid(folder, name, child.pid);
  if (child.pid && givesWay) setPriority(child.pid, Math.max(LOW_PRIORITY, getPriority()));
  let late = false;
  const end = () => child.pid && void endProcess(child.pid, graceMs);
  const timer = setTimeout(
    () => {
      late = true;
      end();
    },
    limitMs ?? 2 ** 31 - 1,
  );
  signal?.addEventListener('abort', end);
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    signal?.throwIfAborted();
    const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
    return { code: code ?? 1, tail: lines.slice(-LAST_LINES).join('\n'), late };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    forgetPid(folder, name);
  }
}
