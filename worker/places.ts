/** A share may take this many times the number of free places. */
const SHARES_OF_FREE = 3;

/**
 * The places of a worker, in fair shares: an account (or whatever a share stands for) may take places while
 * it has fewer than three times the number of free places. Alone it gets three quarters of them, two get
 * three sevenths each, and there is always one for an account that has none ("dynamic threshold", as switches
 * share their buffers).
 */
export class Places {
  readonly #taken = new Map<string, number>();
  #running = 0;
  readonly #waiting: { share: string; go: (mayRun: boolean) => void }[] = [];

  /** @param count number of places */
  constructor(private readonly count: number) {}

  /** Number of further places that a share may take now. */
  leftFor(share: string): number {
    const taken = this.#taken.get(share) ?? 0;
    // Each place it takes leaves one less free.
    return Math.ceil((SHARES_OF_FREE * (this.count - this.#running) - taken) / (SHARES_OF_FREE + 1));
  }

  /**
   * Runs work in a place. When all are in use it waits for one; then shares with the fewest places go first.
   * @returns false, without running it, if its share has its max: one of its places becomes free some time
   *   later
   */
  async run(share: string, work: () => Promise<void>): Promise<boolean> {
    if (this.#running >= this.count) {
      if (!(await new Promise<boolean>((go) => this.#waiting.push({ share, go })))) return false;
    } else if (!this.#take(share)) return false;
    try {
      await work();
    } finally {
      this.#leave(share);
    }
    return true;
  }

  #take(share: string): boolean {
    if (this.leftFor(share) <= 0) return false;
    this.#running += 1;
    this.#taken.set(share, (this.#taken.get(share) ?? 0) + 1);
    return true;
  }

  #leave(share: string): void {
    this.#running -= 1;
    const left = this.#taken.get(share)! - 1;
    if (left > 0) this.#taken.set(share, left);
    else this.#taken.delete(share);
    while (this.#running < this.count && this.#waiting.length > 0) {
      const next = this.#takeNext();
      next.go(this.#take(next.share));
    }
  }

  /** Removes the waiting entry whose share has the fewest places; among equals the first. */
  #takeNext() {
    let best = 0;
    let fewest = Infinity;
    for (const [at, { share }] of this.#waiting.entries()) {
      const taken = this.#taken.get(share) ?? 0;
      if (taken < fewest) [best, fewest] = [at, taken];
    }
    return this.#waiting.splice(best, 1)[0]!;
  }
}
