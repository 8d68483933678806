import type { TokenUsage } from '#app/contracts/money.ts';
import { dialectOf } from '#app/contracts/providers.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { mostSaidTokens } from '#app/core/catalogue/tokens/max-tokens.ts';
import { extendHold } from '#app/core/generation/admit/extend-hold.ts';
import { candidatesOf, type Generation } from '#app/core/generation/record/row.ts';
import { logger } from '#app/core/platform/logger.ts';
import { takesCap } from '#app/core/providers/dialect-options.ts';
import { STEP_OUTPUT } from '#app/core/tasks/price.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** The tokenizer of a model that the catalogue has lost. */
const UNKNOWN = 'unknown';

/** So near to the end of what is paid for, more is asked for and nothing counted again. */
const NEAR = 64;

/**
 * What is held for an answer, extended while the answer grows: an answer must never be longer than what pays for it. What
 * was said since the last count is taken for a token a byte, which no tokenizer can exceed; where that reaches the end of
 * a step it is counted, so that hardly any answer is counted often, and none is believed to be shorter than it is.
 */
export class GrowingHold {
  readonly #generation: Generation;
  /** Where a provider ends its answer by itself, nothing is looked at once all of it is paid for. */
  readonly #wholly: number;
  #paid: number;
  /** Beyond so many tokens more is asked for. */
  #askAt: number;
  #asking: Promise<void> | null = null;
  /** Tokens of what was counted, and what was said since. */
  #counted = 0;
  #since = '';
  #sinceBytes = 0;
  /** How often the provider's own count took the place of ours. */
  #usageReports = 0;
  #tokenizers: Promise<string[]> | null = null;

  constructor(generation: Generation) {
    this.#generation = generation;
    const isCapped = candidatesOf(generation).every(({ provider }) => takesCap(dialectOf(provider)));
    this.#wholly = isCapped ? Number.POSITIVE_INFINITY : generation.maxOutputTokens;
    this.#paid = generation.heldOutputTokens ?? this.#wholly;
    this.#askAt = this.#paid - STEP_OUTPUT / 2;
  }

  /** Who may answer does not know where to end: nothing of what comes at once must be lost for its end. */
  get endsAnswer(): boolean {
    return this.#wholly !== Number.POSITIVE_INFINITY;
  }

  /**
   * Whether an answer that says this too is paid for. More is asked for when half of a step is left, so that hardly
   * any answer waits for it, and once more when nothing is left.
   */
  covers(said: string): boolean | Promise<boolean> {
    if (this.#paid === Number.POSITIVE_INFINITY) return true;
    this.#since += said;
    this.#sinceBytes += Buffer.byteLength(said);
    return this.#most <= this.#askAt || this.#look();
  }

  /**
   * What the provider has counted so far: it knows of tokens that nobody sees. More is held where that is needed and
   * can be had; where it cannot, the next words are not paid for. A count that is told twice waits for what the first
   * time has asked for.
   */
  onUsage({ completionTokens }: Pick<TokenUsage, 'completionTokens'>): void | Promise<unknown> {
    if (this.#paid === Number.POSITIVE_INFINITY) return;
    if (completionTokens > this.#most) {
      this.#counted = completionTokens;
      this.#since = '';
      this.#sinceBytes = 0;
      this.#usageReports += 1;
    }
    if (this.#most > this.#askAt) return this.#look();
  }

  /** The most that the answer can have by now, in tokens. */
  get #most(): number {
    return this.#counted + this.#sinceBytes;
  }

  async #look(): Promise<boolean> {
    await this.#count();
    // Where nobody gives more, it goes on to the end of what there is.
    const near = this.#askAt < this.#paid ? NEAR : 0;
    if (this.#counted <= this.#askAt - near) return true;
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    while (this.#most > this.#paid) {
      const before = this.#paid;
      await (this.#asking ?? this.#ask());
      if (this.#paid === before) return false;
    }
    return true;
  }

  async #count(): Promise<void> {
    const said = this.#since;
    const reports = this.#usageReports;
    this.#since = '';
    const tokens = await this.#tokensOf(said);
    if (reports !== this.#usageReports) return; // the provider has counted these words meanwhile
    this.#counted += tokens;
    this.#sinceBytes -= Buffer.byteLength(said);
  }

  /** The most that these words can be for any who may answer; what cannot be counted is taken for a token a byte. */
  async #tokensOf(said: string): Promise<number> {
    try {
      this.#tokenizers ??= this.#readTokenizers();
      const counts = await Promise.all((await this.#tokenizers).map((one) => mostSaidTokens(said, one)));
      return Math.max(...counts);
    } catch (error) {
      const { id: generationId } = this.#generation;
      logger().warn({ generationId, error: (error as Error).message }, 'an answer could not be counted');
      return Buffer.byteLength(said);
    }
  }

  /** Of all who may answer. */
  async #readTokenizers(): Promise<string[]> {
    const models = new Set(candidatesOf(this.#generation).map(({ model }) => model));
    const tokenizers = await Promise.all(
      [...models].map((model) =>
        readEntry(AUTOCOMMIT, model).then(
          ({ tokenizer }) => tokenizer,
          () => UNKNOWN,
        ),
      ),
    );
    return [...new Set(tokenizers)];
  }

  async #ask(): Promise<void> {
    if (this.#paid >= this.#wholly) {
      this.#askAt = this.#paid;
      return;
    }
    const { id: generationId, maxOutputTokens } = this.#generation;
    const outputTokens = Math.min(this.#paid + STEP_OUTPUT, maxOutputTokens);
    const before = this.#paid;
    try {
      const paid = await extendHold({ generation: this.#generation, outputTokens });
      // What is somebody else's, or paid for to its end, needs no further look: the heartbeat or the provider ends it.
      if (paid === null) this.#paid = Number.POSITIVE_INFINITY;
      else this.#paid = paid >= maxOutputTokens ? this.#wholly : paid;
    } catch (error) {
      logger().warn({ generationId, error: (error as Error).message }, 'a hold could not be extended');
    }
    this.#askAt = this.#paid > before ? this.#paid - STEP_OUTPUT / 2 : this.#paid;
  }
}
