const REMINDER_MS = 15_000;

/**
 * Shows progress to a user: one line per finished step with its time. On a terminal the running steps are
 * shown below with their seconds; elsewhere (CI) a long step prints a line from time to time.
 */
export class Progress {
  #out;
  #running = new Map();
  #timer = undefined;

  /** @param {NodeJS.WriteStream} [out] */
  constructor(out = process.stdout) {
    this.#out = out;
  }

  /**
   * Runs one step.
   * @template T
   * @param {string} name
   * @param {(say: (detail: string) => void) => Promise<T>} work `say` replaces the text beside the name
   * @returns {Promise<T>}
   */
  async step(name, work) {
    const started = Date.now();
    const state = { started, detail: '', reminded: started };
    this.#running.set(name, state);
    this.#timer ??= setInterval(() => this.#tick(), 1000).unref();
    try {
      const result = await work((detail) => (state.detail = detail));
      this.#finish(name, '✓', state);
      return result;
    } catch (error) {
      this.#finish(name, '✗', state);
      throw error;
    }
  }

  /** Prints a separate line. */
  line(text) {
    this.#clear();
    this.#out.write(`${text}\n`);
    this.#showRunning();
  }

  #finish(name, mark, { started, detail }) {
    this.#running.delete(name);
    if (this.#running.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    this.line(`  ${mark} ${name.padEnd(12)} ${seconds.padStart(6)} s  ${detail}`.trimEnd());
  }

  #tick() {
    if (this.#out.isTTY) {
      this.#clear();
      this.#showRunning();
      return;
    }
    for (const [name, state] of this.#running) {
      if (Date.now() - state.reminded < REMINDER_MS) continue;
      state.reminded = Date.now();
      this.#out.write(`  … ${name}: ${state.detail || 'under way'}, ${seconds(state)} s so far\n`);
    }
  }

  #clear() {
    if (this.#out.isTTY) this.#out.write('\r\u001B[2K');
  }

  #showRunning() {
    if (!this.#out.isTTY || this.#running.size === 0) return;
    const steps = [...this.#running].map(([name, state]) => `${name} ${seconds(state)} s`);
    this.#out.write(`  … ${steps.join(', ')}`.slice(0, (this.#out.columns ?? 80) - 1));
  }
}

function seconds({ started }) {
  return Math.round((Date.now() - started) / 1000);
}
