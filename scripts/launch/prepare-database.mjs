import path from 'node:path';
import { LaunchError } from './launch-error.mjs';
import { ROOT } from './paths.mjs';
import { runTool } from './run-tool.mjs';

/**
 * Migrates and seeds the database; `build` null runs the sources.
 * @param {{ build: string | null, env: NodeJS.ProcessEnv, logFile: string, say: (detail: string) => void, signal?: AbortSignal }} options
 */
export async function prepareDatabase({ build, env, logFile, say, signal }) {
  const args =
    build === null
      ? [path.join(ROOT, 'node_modules/tsx/dist/cli.mjs'), path.join(ROOT, 'scripts/prepare.ts')]
      : [path.join(ROOT, build, 'processes/prepare.js')];
  const { code, tail } = await runTool({ command: process.execPath, args, env, logFile, cwd: ROOT, signal });
  if (code !== 0) {
    throw new LaunchError('The database could not be prepared.', remedyFor(tail), tail);
  }
  const { migrated, seeded } = JSON.parse(tail.split('\n').at(-1) ?? '');
  const seeds = Object.entries(seeded).map(([name, rows]) => `${rows} ${name}`);
  say([migrated.length > 0 ? `${migrated.length} migrations` : 'up to date', ...seeds].join(', '));
}

function remedyFor(tail) {
  if (/ECONNREFUSED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN/.test(tail))
    return 'Start the server that DATABASE_URL names.';
  if (/ER_ACCESS_DENIED|ER_DBACCESS_DENIED/.test(tail))
    return 'Mend the user or the password in DATABASE_URL.';
  if (/ER_BAD_DB_ERROR/.test(tail)) return 'Create the database that DATABASE_URL names.';
  return 'Read the lines below.';
}
