import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { LaunchError } from '../launch/launch-error.mjs';
import { npmCommand } from '../launch/npm-command.mjs';
import { TOOLS } from '../launch/paths.mjs';
import { runTool } from '../launch/run-tool.mjs';

/** npm's package of Node for this machine. */
const PACKAGE = `node-${process.platform}-${process.arch}`;

/**
 * Fetches another release of Node beside the running one.
 * @param {string} version
 * @param {{ logFile: string, signal?: AbortSignal }} options
 * @returns {Promise<string>} the program
 */
export async function locateNode(version, { logFile, signal }) {
  const tree = path.join(TOOLS, `node-${version}`);
  const program = path.join(tree, 'node_modules', PACKAGE, 'bin/node');
  if (existsSync(program)) return program;
  const work = `${tree}.${process.pid}`;
  mkdirSync(work, { recursive: true });
  const { command, args } = npmCommand();
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const { code, tail } = await runTool({
    command,
    args: [...args, 'install', '--prefix', work, ...options, `${PACKAGE}@${version}`],
    cwd: work,
    logFile,
    signal,
  });
  if (code === 0) renameSync(work, tree);
  rmSync(work, { recursive: true, force: true });
  if (code === 0) return program;
  throw new LaunchError(
    `Node ${version} could not be fetched.`,
    `npm has it as ${PACKAGE}@${version}.`,
    tail,
  );
}
