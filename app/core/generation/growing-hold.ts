import { logger } from '#app/core/platform/logger.ts';
import { extendHold } from './extend-hold.ts';
import { STEP_OUTPUT } from './hold-step.ts';
import type { Generation } from './row.ts';

/** What a token takes in UTF-8 at the least in the long run: English takes four bytes, Chinese three. */
const BYTES_PER_TOKEN = 3;

/**
 * What is held for an answer, extended while the answer grows. It counts what was said generously: an answer must
 * never be longer than what pays for it.
 */
export class GrowingHold {
  readonly #generation: Generation;
  #said = 0;
  #paid: number;
  /** Beyond so many tokens more is asked for. */
  #askAt: number;
  #asking: Promise<void> | null = null;

  constructor(generation: Generation) {
    this.#generation = generation;
    this.#paid = generation.heldOutputTokens ?? Number.POSITIVE_INFINITY;
    this.#askAt = this.#paid - STEP_OUTPUT / 2;
  }

  /**
   * Whether an answer that says this too is paid for. More is asked for when half of a step is left, so that hardly
   * any answer waits for it, and once more when nothing is left.
   */
  covers(said: string): boolean | Promise<boolean> {
    this.#said += Math.ceil(Buffer.byteLength(said) / BYTES_PER_TOKEN);
    if (this.#said <= this.#askAt) return true;
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return this.#said <= this.#paid || this.#asking.then(() => this.#said <= this.#paid);
  }

  async #ask(): Promise<void> {
    const { id: generationId, maxOutputTokens } = this.#generation;
    const outputTokens = Math.min(this.#paid + STEP_OUTPUT, maxOutputTokens);
    const before = this.#paid;
    try {
      const paid = await extendHold({ generation: this.#generation, outputTokens });
      // What is somebody else's, or paid for to its end, needs no further look: the heartbeat or the provider ends it.
      this.#paid = paid === null || paid >= maxOutputTokens ? Number.POSITIVE_INFINITY : paid;
    } catch (error) {
      logger().warn({ generationId, error: (error as Error).message }, 'a hold could not be extended');
    }
    this.#askAt = this.#paid > before ? this.#paid - STEP_OUTPUT / 2 : this.#paid;
  }
}
