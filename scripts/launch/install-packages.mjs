import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LaunchError } from './launch-error.mjs';
import { npmCommand } from './npm-command.mjs';
import { ROOT } from './paths.mjs';
import { runTool } from './run-tool.mjs';

/** What npm says when it fails, and what helps. */
const REMEDIES = [
  [/ENOSPC/, 'The disk is full: free about 1 GB and run the command again.'],
  [/EACCES|EPERM/, 'Your user may not write here: clone the project into a folder of yours.'],
  [
    /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|network/i,
    'Check the network, or the proxy and registry that npm is set to (npm config list).',
  ],
  [/EUSAGE|can only install packages when/, 'package-lock.json does not fit package.json: run npm run lock.'],
];

/**
 * Installs the packages that package-lock.json names, when they are not there yet.
 * @param {{ logFile: string, say: (detail: string) => void, signal?: AbortSignal }} options
 */
export async function installPackages({ logFile, say, signal }) {
  if (isInstalled()) return say('already there');
  say('npm ci');
  const npm = npmCommand();
  // The build needs the development packages too, whatever NODE_ENV says.
  const args = [...npm.args, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=warn'];
  const { code, tail } = await runTool({ command: npm.command, args, logFile, cwd: ROOT, signal });
  if (code === 0) return say('installed');
  const remedy = REMEDIES.find(([pattern]) => pattern.test(tail))?.[1];
  // npm explains the error first and its own options after it.
  const said = tail.split('\n').filter((line) => !line.startsWith('npm warn'));
  throw new LaunchError(
    'npm ci failed.',
    remedy ?? `Read ${path.relative(ROOT, logFile)}.`,
    said.slice(0, 12).join('\n'),
  );
}

/** True when what npm noted at the end of its last installation is what the lock file wants. */
export function isInstalled() {
  const wanted = readPackages('package-lock.json');
  const installed = readPackages('node_modules/.package-lock.json');
  if (!installed) return false;
  return Object.entries(wanted).every(
    ([place, entry]) =>
      place === '' || entry.optional === true || installed[place]?.version === entry.version,
  );
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')).packages;
  } catch {
    return null;
  }
}
