import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../launch/paths.mjs';
import { endLeftover } from '../launch/pid-record.mjs';
import { identityOf } from '../launch/process-identity.mjs';

const RUNS = path.join(ROOT, '.data', 'test');

/**
 * Creates a folder for the files of one test run, so that concurrent runs (and the running application) never
 * conflict. It belongs to this process.
 * @returns {Promise<string>} absolute path
 */
export async function newTestRun() {
  await endAbandonedRuns();
  const folder = path.join(RUNS, `run-${process.pid}-${Date.now().toString(36)}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'owner'), `${process.pid} ${identityOf(process.pid)}`);
  return folder;
}

/** Ends the processes of runs whose own process is gone, and deletes their files. */
export async function endAbandonedRuns() {
  if (!existsSync(RUNS)) return;
  for (const entry of readdirSync(RUNS)) await endIfAbandoned(path.join(RUNS, entry));
}

async function endIfAbandoned(folder) {
  const owner = path.join(folder, 'owner');
  if (!existsSync(owner)) return;
  const [pid = '', ...identity] = readFileSync(owner, 'utf8').split(' ');
  if (identityOf(Number(pid)) === identity.join(' ')) return;
  const run = path.join(folder, 'run');
  const pidFiles = existsSync(run) ? readdirSync(run).filter((name) => name.endsWith('.pid')) : [];
  for (const name of pidFiles) await endLeftover(run, name.slice(0, -'.pid'.length));
  rmSync(folder, { recursive: true, force: true });
}
