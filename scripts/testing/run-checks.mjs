import path from 'node:path';
import { ROOT } from '../launch/paths.mjs';
import { runTool } from '../launch/run-tool.mjs';

/**
 * Runs `npm run check` and counts its steps as tests: each prints one line, `ok` or `FAIL`.
 * @param {{ logFile: string, givesWay?: boolean, signal: AbortSignal, node?: string }} options givesWay: see
 * runTool; node: the program that runs them, default this one
 * @returns {Promise<import('./stages.mjs').Checks>}
 */
export async function runChecks({ logFile, givesWay, signal, node = process.execPath }) {
  const args = [path.join(ROOT, 'scripts/check.mjs')];
  const { code, tail } = await runTool({
    command: node,
    args,
    cwd: ROOT,
    logFile,
    givesWay,
    signal,
  });
  const passed = [...tail.matchAll(/^ok {3}.+ s$/gm)].length;
  const errors = [...tail.matchAll(/^FAIL (.+) s$/gm)].map((match) => match[1]);
  if (code !== 0 && errors.length === 0) errors.push('check ended early');
  return { passed, errors, tail };
}
