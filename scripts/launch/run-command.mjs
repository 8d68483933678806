import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { LaunchError, explain } from './launch-error.mjs';
import { ROOT } from './paths.mjs';

/**
 * Runs a command for an installation: in the project's folder and with its `.env`. A failure is explained and
 * exits with 1.
 * @param {(base: string) => unknown} work base: absolute data folder
 */
export async function runCommand(work) {
  process.chdir(ROOT);
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    await work(path.resolve(process.env.DATA_DIR || '.data'));
  } catch (error) {
    explain(error);
    process.exitCode = 1;
  }
}

/**
 * Runs a built process in this terminal until it ends; this process exits with the same code.
 * @param {string} name
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @throws {LaunchError} if there is no build
 */
export function runBuilt(name, args, env) {
  const program = path.join(ROOT, env.BUILD_DIRECTORY || 'build', `processes/${name}.js`);
  if (!existsSync(program))
    throw new LaunchError('There is no build yet.', 'Run npm start, or npm run build, first.');
  const node = ['--enable-source-maps', program, ...args];
  const { status } = spawnSync(process.execPath, node, { env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
