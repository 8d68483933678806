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
/** An entry of the log names more than it explains. */
const MAX_DETAIL_LINES = 12;

/** What npm says when it fails, and what helps. */
const REMEDIES = [
  [/ENOSPC/, 'The disk is full: free about 1 GB and run the command again.'],
  [/EACCES|EPERM/, 'Your user may not write here: clone the project into a folder of yours.'],
  [
    /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|network/i,
    'Check the network, or the proxy and registry that npm is set to (npm config list).',
  ],
];

/**
 * Installs the packages of package-lock.json that are missing. What is there is neither fetched again nor taken away
 * under a running application, and an installation that was interrupted is completed. One command installs at a time;
 * the next one waits for it.
 * @param {{ development: boolean, say: (detail: string) => void, signal?: AbortSignal, root?: string }} options
 *   development: with the tools of tests and checks; root: the folder that holds package.json
 */
export async function installPackages({ development, say, signal, root = ROOT }) {
  if (isInstalled({ development, root })) return say('already there');
  const folder = path.join(root, '.data/packages');
  const release = await claim(folder, say, signal);
  try {
    // The command that had the claim before may have done it.
    if (isInstalled({ development, root })) return say('already there');
    say(await install({ development, say, signal, root, logFile: path.join(folder, 'npm.log') }));
  } finally {
    release();
  }
}

/**
 * True when everything that package-lock.json names is there, as npm noted it at the end of its last installation.
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

/** @returns {Promise<string>} what was done, in words */
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
 * The same in words, for the person at the terminal.
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

/** Fetches with the address of each package, and in the longer way from a registry that has other addresses. */
async function fetchPackages({ stage, lock, plan, development, signal, root, logFile }) {
  const known = await registryInUse({ signal, root, logFile });
  for (const registry of known ? [known, null] : [null]) {
    await stage.prepare({ lock, kept: plan.kept, registry });
    const npm = npmCommand();
    const args = [
      ...npm.args,
      // `npm ci` would empty the stage first, and with it what stands for installed packages.
      ...(plan.kept.size > 0 ? ['install', '--no-save'] : ['ci']),
      `--prefix=${stage.folder}`,
      development ? '--include=dev' : '--omit=dev',
      // No package needs its script; those of npm 11 do not run in any case.
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
      // Told to end, npm takes back what it has done; the stage is deleted in any case.
      graceMs: 0,
    });
    if (code === 0) return;
    if (registry && /E404/.test(tail)) continue;
    const remedy = REMEDIES.find(([pattern]) => pattern.test(tail))?.[1];
    // npm explains the error first and its own options after it.
    const said = tail.split('\n').filter((line) => !line.startsWith('npm warn'));
    throw new LaunchError(
      'npm could not fetch the packages.',
      remedy ?? `Read ${path.relative(root, logFile)}.`,
      said.slice(0, MAX_DETAIL_LINES).join('\n'),
    );
  }
}

/** The address of the registry that npm is set to, with a slash at its end; null where npm does not tell. */
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

/** Two installations in one folder would spoil each other. @returns {Promise<() => void>} ends the claim */
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
