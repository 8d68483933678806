import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { asLaunchError } from '../launch/launch-error.mjs';
import { ROOT } from '../launch/paths.mjs';
import { Progress } from '../launch/progress.mjs';
import { onStop } from '../launch/stop-causes.mjs';
import { hasTests, runVitest } from './run-vitest.mjs';
import { readQuarantine, setApart } from './quarantine.mjs';
import { filesToRepeat, MAX_FLAKY, mergeReruns } from './second-look.mjs';

const LOGS = path.join(ROOT, '.data/test/logs');
/** Number of slowest files in the summary. */
const SLOWEST = 10;
const SECOND_LOOK_MINUTES = 15;

/** @typedef {{ project: string, folder: string, limitMinutes: number, givesWay?: boolean, name?: string, node?: string, files?: string[] }} Stage
 *   name: of the stage and its log, default the project; the rest as in runVitest */
/** @typedef {{ passed: number, errors: string[], tail: string }} Checks */

/** The stages of a test run: shows the result of each, reruns failed files, and adds everything up. */
export class Stages {
  progress = new Progress();
  #stopping = new AbortController();
  #isStrict;
  /** @type {import('./run-vitest.mjs').FileResult[]} */
  #files = [];
  /** @type {import('./run-vitest.mjs').FileResult[]} */
  #flaky = [];
  /** Lines about failures of quarantined tests. */
  #quarantined = new Set();
  #quarantine;
  #checksPassed = 0;
  /** Lines about failures that belong to no test file. */
  #errors = [];
  #env = withoutSettings();

  /**
   * @param {{ isStrict?: boolean }} [options] isStrict: every failure counts at once, without reruns and
   * without quarantine
   */
  constructor({ isStrict = false } = {}) {
    this.#isStrict = isStrict;
    this.#quarantine = isStrict ? [] : readQuarantine();
    process.chdir(ROOT);
    mkdirSync(LOGS, { recursive: true });
    onStop(() => {
      // The second signal: no more waiting.
      if (this.signal.aborted) process.exit(1);
      this.#stopping.abort();
    });
  }

  /** Aborted by the first terminating signal, and when the parent process is gone. */
  get signal() {
    return this.#stopping.signal;
  }

  /** The log file of a stage. */
  log(name) {
    return path.join(LOGS, `${name}.log`);
  }

  /** Runs all stages, then prints one line, `N passed, N failed, N skipped`, and ends the process. */
  async run(work) {
    const started = Date.now();
    try {
      await work();
      if (!this.#isStrict) await this.#lookAgain();
    } catch (error) {
      if (this.signal.aborted) this.#errors.push('Stopped before the end.');
      else this.#errors.push(this.#showFailure(error));
    }
    this.progress.line(
      `\nAll of it took ${secondsSince(started)} s; the output is in ${path.relative(ROOT, LOGS)}.`,
    );
    process.exit(this.#report() ? 0 : 1);
  }

  /**
   * Runs projects one after the other. A failed stage does not prevent the next one. @param {Stage[]} stages
   */
  async runProjects(stages) {
    for (const { folder, name, ...options } of stages) {
      if (!hasTests(folder)) continue;
      const stage = name ?? options.project;
      const { files, errors, tail } = await this.#runTests(stage, options);
      this.#files.push(...files);
      this.#errors.push(...errors.map((line) => `${stage}: ${line}`));
      this.#showFailures(stage, [...files.flatMap(linesOf), ...errors], tail);
    }
  }

  /** Runs the checks as one stage. @param {string} name @param {() => Promise<Checks>} run */
  async runChecks(name, run) {
    const { passed, errors, tail } = await this.#step(name, async () => ({ ...(await run()), files: [] }));
    this.#checksPassed += passed;
    this.#errors.push(...errors.map((line) => `${name}: ${line}`));
    this.#showFailures(name, errors, tail);
  }

  /** @returns {Promise<import('./run-vitest.mjs').VitestResult>} without the failures of quarantined tests */
  async #runTests(stage, options) {
    return this.#step(stage, async () => {
      const logFile = this.log(stage.replace(' ', '-'));
      const found = await runVitest({ ...options, logFile, env: this.#env, signal: this.signal });
      const { results, quarantined } = setApart(found.files, this.#quarantine);
      for (const line of quarantined) this.#quarantined.add(line);
      return { ...found, files: results };
    });
  }

  async #step(name, run) {
    this.signal.throwIfAborted();
    return this.progress.step(name, async (say) => {
      const result = await run();
      const failed = count(result.files, ({ failures }) => failures.length);
      const passed = count(result.files, (file) => file.passed) + (result.passed ?? 0);
      const skipped = count(result.files, (file) => file.skipped);
      say(`${passed} passed, ${failed + result.errors.length} failed, ${skipped} skipped`);
      return result;
    });
  }

  /** Runs failed files of the projects with real time once more, alone; see second-look.mjs. */
  async #lookAgain() {
    for (const [project, files] of filesToRepeat(this.#files)) {
      const options = { project, files, isAlone: true, limitMinutes: SECOND_LOOK_MINUTES };
      const second = await this.#runTests(`${project} again`, options);
      const { results, flaky } = mergeReruns(this.#files, second.errors.length > 0 ? [] : second.files);
      this.#files = results;
      this.#flaky.push(...flaky);
    }
  }

  /**
   * Prints the slowest files, the flaky and the failed tests, and the counts. @returns {boolean} true if the
   * run passed
   */
  #report() {
    const isUnsteady = this.#flaky.length > MAX_FLAKY;
    const failures = [
      ...this.#errors,
      ...this.#files.flatMap(linesOf),
      ...(isUnsteady ? [`${this.#flaky.length} files are flaky; a run may have ${MAX_FLAKY}`] : []),
    ];
    const slowest = this.#files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
    this.#list(
      'Slowest files:',
      slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${file}`),
    );
    this.#list(
      'Flaky (failed, and passed when run again alone; enter them in tests/flaky.md):',
      this.#flaky.flatMap(linesOf),
    );
    this.#list('Quarantined, and failed:', [...this.#quarantined]);
    this.#list('Failed:', failures);
    const passed = count(this.#files, (file) => file.passed) + this.#checksPassed;
    const skipped = count(this.#files, (file) => file.skipped);
    this.progress.line(`${passed} passed, ${failures.length} failed, ${skipped} skipped`);
    return failures.length + skipped === 0;
  }

  #list(title, lines) {
    if (lines.length > 0) this.progress.line(`\n${title}\n${lines.map((line) => `    ${line}`).join('\n')}`);
  }

  #showFailures(stage, lines, tail) {
    if (lines.length === 0) return;
    const failures = lines.map((line) => `    ✗ ${stage}: ${line}`).join('\n');
    this.progress.line(`${failures}\n\n${tail.split('\n').slice(-60).join('\n')}\n`);
  }

  #showFailure(error) {
    const { message, remedy, detail } = asLaunchError(error);
    this.progress.line(`${detail.trimEnd().split('\n').slice(-30).join('\n')}\n\n${message}\n→ ${remedy}`);
    return message;
  }
}

function count(files, numberOf) {
  return files.reduce((sum, file) => sum + numberOf(file), 0);
}

/** @param {import('./run-vitest.mjs').FileResult} result */
function linesOf({ file, failures }) {
  return failures.map((failure) => `${file}: ${failure}`);
}

function secondsSince(started) {
  return ((Date.now() - started) / 1000).toFixed(0);
}

/** The environment without the settings of the application, which must not affect the tests. */
function withoutSettings() {
  const example = readFileSync(path.join(ROOT, '.env.example'), 'utf8');
  const settings = new Set(example.match(/^(?:# )?[A-Z][A-Z0-9_]*(?==)/gm));
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !settings.has(name) && !settings.has(`# ${name}`)),
  );
}
