import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from 'redis';
import { vi } from 'vitest';
import type { ManagedProcess } from '#scripts/launch/managed-process.mjs';
import type { Application } from '#tests/setup/start-application.ts';
import type { Step } from './steps.mjs';

const WAIT_MS = 120_000;

/** A process that will die at its step. */
export interface CrashingProcess {
  step: Step;
  process: ManagedProcess;
  /** For a web process. */
  url: string | null;
  logFile: string;
}

/**
 * Creates a process that will crash, not started yet. It handles one reply at a time, so that each crash
 * concerns one reply.
 */
export async function createCrashing(application: Application, step: Step): Promise<CrashingProcess> {
  const name = step.name.replace(/\W+/g, '-');
  const more = {
    CRASH_AT: step.name,
    NODE_OPTIONS: `--import ${pathToFileURL(path.resolve('tests/faults/crash/crash-at.mjs')).href}`,
    WORKER_CONCURRENCY: '1',
    // Its log shows then when it is ready.
    LOG_LEVEL: 'info',
    // It leaves lost runs to the sweepers, and cannot see closed connections.
    ...(step.process === 'worker' && {
      RUN_LEASE_MS: '6000',
      REDIS_URL: await blindAddress(application.redisUrl),
    }),
  };
  const logFile = path.join(application.base, 'logs', `${name}.log`);
  if (step.process === 'web') return { step, logFile, ...(await application.newWeb(name, more)) };
  return { step, logFile, process: application.newWorker(name, more), url: null };
}

/** The same Redis for a user without permission to read other connections. */
async function blindAddress(redisUrl: string): Promise<string> {
  const client = await createClient({ url: redisUrl }).connect();
  const rules = ['on', '>blind', '~*', '&*', '+@all', '-client', '+client|id', '+client|setname'];
  await client.aclSetUser('blind', rules);
  await client.close();
  const address = new URL(redisUrl);
  address.username = address.password = 'blind';
  return address.href;
}

/** This many concurrent starts do not delay each other. */
const AT_ONCE = 3;

/** Starts processes that will crash, a few at a time, and returns when all of them are working. */
export async function startCrashing(crashing: readonly CrashingProcess[]): Promise<void> {
  for (let first = 0; first < crashing.length; first += AT_ONCE)
    await Promise.all(crashing.slice(first, first + AT_ONCE).map(start));
}

async function start({ process, url, logFile }: CrashingProcess): Promise<void> {
  await process.start();
  // A worker counts as started once any is registered.
  const isReady = () => url !== null || readFileSync(logFile, 'utf8').includes('worker is ready');
  await vi.waitUntil(isReady, { timeout: WAIT_MS, interval: 50 });
}

/** Waits until the process has killed itself, and returns its step and its open generations. */
export async function awaitCrash({ step, process, logFile }: CrashingProcess): Promise<{ taken: string[] }> {
  const lastWords = () => {
    const log = existsSync(logFile) ? readFileSync(logFile, 'utf8') : '';
    return /^crashed at (\{.*\})$/m.exec(log)?.[1];
  };
  await vi.waitUntil(() => process.pid === null && lastWords(), { timeout: WAIT_MS, interval: 50 });
  const words = JSON.parse(lastWords() ?? '{}') as { step?: string; taken: string[] };
  if (words.step !== step.name) throw new Error(`It died at ${words.step}`);
  return words;
}
