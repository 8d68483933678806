import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { asLaunchError } from '../launch/launch-error.mjs';
import { ROOT } from '../launch/paths.mjs';
import { Progress } from '../launch/progress.mjs';
import { hasTests, runVitest } from './run-vitest.mjs';

const LOGS = path.join(ROOT, '.data/test/logs');

/** @typedef {{ project: string, folder: string, limitMinutes: number, givesWay?: boolean, name?: string, node?: string, files?: string[] }} Stage
 *   name: of the stage and its log, by default the project; the rest as in runVitest */

/** The stages of one run of tests: shows each as it ends, and adds up what they count. */
export class Stages {
  progress = new Progress();
  #stopping = new AbortController();
  #total = { passed: 0, failed: 0, skipped: 0 };
  #failures = [];
  #env = withoutSettings();

  constructor() {
    process.chdir(ROOT);
    mkdirSync(LOGS, { recursive: true });
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => this.#stopping.abort());
  }

  /** Aborted by the first signal that ends the run. */
  get signal() {
    return this.#stopping.signal;
  }

  /** The file that a stage writes to. */
  log(name) {
    return path.join(LOGS, `${name}.log`);
  }

  /** Runs all stages, then prints one line, `N passed, N failed, N skipped`, and ends the process. */
  async run(work) {
    const started = Date.now();
    try {
      await work();
    } catch (error) {
      this.#total.failed += 1;
      if (this.signal.aborted) this.progress.line('\nStopped before the end.');
      else this.#showFailure(error);
    }
    const seconds = ((Date.now() - started) / 1000).toFixed(0);
    const { passed, failed, skipped } = this.#total;
    // Once more at the end: of a long log often only that is kept.
    if (this.#failures.length > 0) this.progress.line(`\nFailed:\n${this.#failures.join('\n')}`);
    this.progress.line(`\nAll of it took ${seconds} s; the output is in ${path.relative(ROOT, LOGS)}.`);
    this.progress.line(`${passed} passed, ${failed} failed, ${skipped} skipped`);
    process.exit(failed + skipped > 0 ? 1 : 0);
  }

  /** Runs projects one after the other. @param {Stage[]} projects */
  async runProjects(projects) {
    for (const { folder, name, ...options } of projects) {
      if (!hasTests(folder)) continue;
      const log = this.log(name ?? options.project);
      await this.stage(name ?? options.project, () =>
        runVitest({ ...options, logFile: log, env: this.#env, signal: this.signal }),
      );
    }
  }

  /**
   * Runs one stage, adds its counts, and shows its notes and what failed. A failed stage does not keep the next from
   * running.
   * @param {string} name
   * @param {() => Promise<import('./run-vitest.mjs').Counts>} run
   */
  async stage(name, run) {
    this.signal.throwIfAborted();
    const counts = await this.progress.step(name, async (say) => {
      const result = await run();
      say(`${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped`);
      return result;
    });
    for (const key of Object.keys(this.#total)) this.#total[key] += counts[key];
    if (counts.notes?.length) this.progress.line(`${counts.notes.map((line) => `    ${line}`).join('\n')}\n`);
    if (counts.failed === 0) return;
    const failures = counts.failures.map((line) => `    ✗ ${name}: ${line}`);
    this.#failures.push(...failures);
    this.progress.line(`${failures.join('\n')}\n\n${counts.tail.split('\n').slice(-60).join('\n')}\n`);
  }

  #showFailure(error) {
    const { message, remedy, detail } = asLaunchError(error);
    this.progress.line(`${detail.trimEnd().split('\n').slice(-30).join('\n')}\n\n${message}\n→ ${remedy}`);
  }
}

/** What a person has set up for the application must not reach the tests. */
function withoutSettings() {
  const example = readFileSync(path.join(ROOT, '.env.example'), 'utf8');
  const settings = new Set(example.match(/^(?:# )?[A-Z][A-Z0-9_]*(?==)/gm));
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !settings.has(name) && !settings.has(`# ${name}`)),
  );
}
