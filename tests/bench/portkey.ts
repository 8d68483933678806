import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { awaitAnswer, probeHttp } from '#scripts/launch/await-answer.mjs';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { ManagedProcess } from '#scripts/launch/managed-process.mjs';
import { ROOT } from '#scripts/launch/paths.mjs';

/** The versions of the published figures; newer dependencies change them by tens of percents. */
const MANIFEST = {
  private: true,
  dependencies: { '@portkey-ai/gateway': '1.15.2' },
  overrides: { hono: '4.6.10', '@hono/node-server': '1.13.7' },
};
const FOLDER = path.join(ROOT, '.data/bench/portkey');
const SERVER = path.join(FOLDER, 'node_modules/@portkey-ai/gateway/build/start-server.js');

/**
 * Starts the gateway that ours is compared with, installed at its first use: it is not part of the product.
 * @param folders for its process id and log
 * @param env the environment of every measured process
 * @throws if it cannot be installed, which needs the package registry
 */
export async function startPortkey(folders: { run: string; logs: string }, env: Record<string, string>) {
  if (!existsSync(SERVER)) await install();
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const portkey = new ManagedProcess({
    name: 'portkey',
    command: process.execPath,
    args: [SERVER, '--headless', `--port=${port}`],
    env: { ...env, NODE_ENV: 'production', TRUSTED_CUSTOM_HOSTS: '127.0.0.1' },
    runFolder: folders.run,
    logFile: path.join(folders.logs, 'portkey.log'),
    ready: (signal) => awaitAnswer(() => probeHttp(url), signal),
  });
  await portkey.start();
  return { url, process: portkey };
}

/** The headers that tell it the target of a call. */
export function portkeyHeaders(sandboxUrl: string): Record<string, string> {
  return { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${sandboxUrl}/v1` };
}

async function install(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, 'package.json'), JSON.stringify(MANIFEST));
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund'], { cwd: FOLDER });
}
