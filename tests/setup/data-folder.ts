import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#scripts/launch/paths.mjs';
import { endLeftover } from '#scripts/launch/pid-record.mjs';
import { identityOf } from '#scripts/launch/process-identity.mjs';

const RUNS = path.join(ROOT, '.data', 'test');

/**
 * A fresh folder for the files of this test run, so that runs beside each other (and beside the running
 * application) never meet. What killed runs left behind is ended and deleted first.
 * @returns absolute path
 */
export async function newDataFolder(): Promise<string> {
  mkdirSync(RUNS, { recursive: true });
  for (const entry of readdirSync(RUNS)) await removeAbandoned(path.join(RUNS, entry));
  const folder = path.join(RUNS, `run-${process.pid}-${Date.now().toString(36)}`);
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'owner'), `${process.pid} ${identityOf(process.pid)}`);
  return folder;
}

async function removeAbandoned(folder: string): Promise<void> {
  const owner = path.join(folder, 'owner');
  if (!existsSync(owner)) return;
  const [pid = '', ...identity] = readFileSync(owner, 'utf8').split(' ');
  if (identityOf(Number(pid)) === identity.join(' ')) return;
  const pidFiles = readdirSync(path.join(folder, 'run')).filter((name) => name.endsWith('.pid'));
  for (const name of pidFiles) await endLeftover(path.join(folder, 'run'), name.slice(0, -'.pid'.length));
  rmSync(folder, { recursive: true, force: true });
}
