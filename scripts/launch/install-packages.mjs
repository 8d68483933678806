import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LaunchError } from './launch-error.mjs';
import { npmCommand } from './npm-command.mjs';
import { ROOT } from './paths.mjs';
import { runTool } from './run-tool.mjs';
import { claimInstance } from './single-instance.mjs';
import { isLockOf, planPackages } from './package-plan.mjs';
import { PackageStage } from './package-stage.mjs';

const BETWEEN_LOOKS_MS = 200;
/** More lines of the log would not explain more. */
const MAX_DETAIL_LINES = 12;

/** Patterns in npm's error output, and their remedies. */
const REMEDIES = [
  [/ENOSPC/, 'The disk is full: free about 1 GB and run the command again.'],
  [/EACCES|EPERM/, 'Your user may not write here: clone the project into a folder of yours.'],
  [
    /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|network/i,
    'Check the network, or the proxy and registry that npm is set to (npm config list).',
  ],
];

/**
 * Installs the packages of package-lock.json that are missing. Installed packages are neither fetched again
 * nor removed while an application runs, and an interrupted installation is completed. Only one command
 * installs at a time; others wait.
 * @param {{ development: boolean, say: (detail: string) => void, signal?: AbortSignal, root?: string }} options
 *   development: with the tools of tests and checks; root: the folder with package.json
 */
export async function installPackages({ development, say, signal, root = ROOT }) {
  if (isInstalled({ development, root })) return say('already there');
  const folder = path.join(root, '.data/packages');
  const release = await claim(folder, say, signal);
  try {
    // The previous holder of the lock may have installed them.
    if (isInstalled({ development, root })) return say('already there');
    say(await install({ development, say, signal, root, logFile: path.join(folder, 'npm.log') }));
  } finally {
    release();
  }
}

/**
 * True if everything in package-lock.json is installed, as npm recorded it at the end of its last
 * installation.
 * @param {{ development: boolean, root?: string }} options as above
 */
export function isInstalled({ development, root = ROOT }) {
  const stage = new PackageStage(root);
  const { missing, stale } = planFor(stage, { development, root });
  return missing.length === 0 && stale.length === 0 && !stage.isInterrupted();
}

function planFor(stage, { development, root }) {
  return planPackages({
    wanted: readJson(root, 'package-lock.json').packages,
    recorded: stage.recorded(),
    development,
    isThere: (place, version) => stage.isThere(place, version),
  });
}

/** @returns {Promise<string>} a description of the work that was done */
async function install({ development, say, signal, root, logFile }) {
  const lock = readJson(root, 'package-lock.json');
  if (!isLockOf(readJson(root, 'package.json'), lock)) {
    throw new LaunchError(
      'package-lock.json does not fit package.json.',
      'Run npm install --package-lock-only, then npm run lock.',
    );
  }
  const stage = new PackageStage(root);
  const wasInterrupted = stage.isInterrupted();
  const plan = planFor(stage, { development, root });
  const task = describe(plan, wasInterrupted);
  try {
    if (plan.missing.length > 0) {
      say(task.doing);
      await fetchPackages({ stage, lock, plan, development, signal, root, logFile });
    }
    const lacking = stage.moveIntoPlace({ lock, plan });
    if (lacking.length > 0)
      throw new LaunchError(
        `npm did not fetch ${lacking.length} packages: ${lacking.slice(0, 3).join(', ')}.`,
        `Read ${path.relative(root, logFile)}.`,
      );
  } finally {
    await stage.remove();
  }
  return task.done;
}

/**
 * Describes the plan for the progress display.
 * @param {import('./package-plan.mjs').Plan} plan
 * @param {boolean} wasInterrupted
 */
export function describe({ kept, missing, damaged, stale }, wasInterrupted) {
  const count = missing.length === 1 ? '1 package' : `${missing.length} packages`;
  if (missing.length === 0) {
    const done = stale.length > 0 ? 'what package-lock.json no longer names is gone' : 'already there';
    return { doing: done, done: wasInterrupted ? 'cleared after an interrupted installation' : done };
  }
  const purpose = wasInterrupted
    ? 'an interrupted installation is completed'
    : damaged.length > 0
      ? `the files of ${damaged.length} were gone or of another version`
      : kept.size > 0
        ? 'added to those that are there'
        : '';
  return { doing: `npm fetches ${count}`, done: purpose ? `${count}: ${purpose}` : count };
}

/**
 * Fetches with predicted addresses of the packages; if the registry has other addresses, fetches without
 * them, which takes longer.
 */
async function fetchPackages({ stage, lock, plan, development, signal, root, logFile }) {
  const known = await registryInUse({ signal, root, logFile });
  for (const registry of known ? [known, null] : [null]) {
    await stage.prepare({ lock, kept: plan.kept, registry });
    const npm = npmCommand();
    const args = [
      ...npm.args,
      // `npm ci` would empty the stage first, including the placeholders of installed packages.
      ...(plan.kept.size > 0 ? ['install', '--no-save'] : ['ci']),
      `--prefix=${stage.folder}`,
      development ? '--include=dev' : '--omit=dev',
      // No package needs its install script; npm 11 does not run them in any case.
      '--ignore-scripts',
      '--no-bin-links',
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      '--loglevel=warn',
    ];
    const { code, tail } = await runTool({
      command: npm.command,
      args,
      logFile,
      cwd: stage.folder,
      signal,
      // When npm is terminated it rolls back its work; the stage is deleted in any case.
      graceMs: 0,
    });
    if (code === 0) return;
    if (registry && /E404/.test(tail)) continue;
    const remedy = REMEDIES.find(([pattern]) => pattern.test(tail))?.[1];
    // npm prints the error first and its own warnings after it.
    const said = tail.split('\n').filter((line) => !line.startsWith('npm warn'));
    throw new LaunchError(
      'npm could not fetch the packages.',
      remedy ?? `Read ${path.relative(root, logFile)}.`,
      said.slice(0, MAX_DETAIL_LINES).join('\n'),
    );
  }
}

/** The address of npm's configured registry, with a trailing slash; null if npm does not print it. */
async function registryInUse({ signal, root, logFile }) {
  const npm = npmCommand();
  const { code, tail } = await runTool({
    command: npm.command,
    args: [...npm.args, 'config', 'get', 'registry', '--no-update-notifier'],
    logFile: logFile.replace(/\.log$/, '-registry.log'),
    cwd: root,
    signal,
    graceMs: 0,
  });
  const address = tail.trim().split('\n').at(-1) ?? '';
  if (code !== 0 || !URL.canParse(address)) return null;
  return address.endsWith('/') ? address : `${address}/`;
}

/**
 * Two installations in one folder would corrupt each other. @returns {Promise<() => void>} releases the lock
 */
async function claim(folder, say, signal) {
  for (;;) {
    const { holder, release } = claimInstance(folder, folder);
    if (!holder) return release;
    say(`waits for process ${holder.pid}, which installs them`);
    await sleep(BETWEEN_LOOKS_MS, undefined, { signal });
  }
}

function readJson(root, name) {
  return JSON.parse(readFileSync(path.join(root, name), 'utf8'));
}
