import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** How much of its output a failing program is quoted with at most. */
const LAST_LINES = 200;

/**
 * Runs a program to its end with its output in a file.
 * @param {{ command: string, args: string[], logFile: string, cwd: string, env?: NodeJS.ProcessEnv, signal?: AbortSignal }} options
 * @returns {Promise<{ code: number, tail: string }>} code 1 when a signal ended it; the last lines it wrote
 */
export function runTool({ command, args, logFile, cwd, env = process.env, signal }) {
  mkdirSync(path.dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'w');
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, signal, stdio: ['ignore', log, log] });
    closeSync(log);
    child.once('error', reject);
    child.once('exit', (code) => {
      const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n');
      resolve({ code: code ?? 1, tail: lines.slice(-LAST_LINES).join('\n') });
    });
  });
}
