import type { TokenUsage } from '#app/contracts/money.ts';
import { dialectOf } from '#app/contracts/providers.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { maxOutputTokensOf } from '#app/core/catalogue/tokens/max-tokens.ts';
import { extendHold } from '#app/core/generation/admit/extend-hold.ts';
import { candidatesOf, type Generation } from '#app/core/generation/record/row.ts';
import { logger } from '#app/core/platform/logger.ts';
import { supportsLimit } from '#app/core/providers/dialect-options.ts';
import { STEP_OUTPUT } from '#app/core/tasks/price.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Tokenizer name for a model that is gone from the catalogue. */
const UNKNOWN = 'unknown';

/** Within this many tokens of the threshold the hold is extended without another count. */
const NEAR = 64;

/**
 * The hold of an answer, extended while the answer grows: an answer must never be longer than its hold
 * covers. Text since the last count is taken as a token per byte, which no tokenizer can exceed. Once that
 * estimate reaches the end of a step, the text is counted, so that few answers are counted often and none is
 * taken as shorter than it is.
 */
export class GrowingHold {
  readonly #generation: Generation;
  /**
   * Limit once everything is held: infinite if all providers enforce the cap themselves, so nothing is
   * checked.
   */
  readonly #limit: number;
  #paid: number;
  /** Above this many tokens the hold is extended. */
  #extendAt: number;
  #extending: Promise<void> | null = null;
  /** Tokens counted so far, and the text since. */
  #counted = 0;
  #since = '';
  #sinceBytes = 0;
  /** How often the provider's own count replaced ours. */
  #usageReports = 0;
  #tokenizers: Promise<string[]> | null = null;

  constructor(generation: Generation) {
    this.#generation = generation;
    const isCapped = candidatesOf(generation).every(({ provider }) => supportsLimit(dialectOf(provider)));
    this.#limit = isCapped ? Number.POSITIVE_INFINITY : generation.maxOutputTokens;
    this.#paid = generation.heldOutputTokens ?? this.#limit;
    this.#extendAt = this.#paid - STEP_OUTPUT / 2;
  }

  /** A candidate does not enforce the cap itself: the answer has to be split to end it exactly there. */
  get endsAnswer(): boolean {
    return this.#limit !== Number.POSITIVE_INFINITY;
  }

  /**
   * Whether an answer with this further text is covered by its hold. The hold is extended when half a step is
   * left, so that hardly any answer waits for it, and once more when nothing is left.
   */
  covers(text: string): boolean | Promise<boolean> {
    if (this.#paid === Number.POSITIVE_INFINITY) return true;
    this.#since += text;
    this.#sinceBytes += Buffer.byteLength(text);
    return this.#maxTokens <= this.#extendAt || this.#check();
  }

  /**
   * Takes over the provider's count so far, which includes tokens that are not visible. Extends the hold if
   * needed; if that fails, further text is not covered. A repeated count waits for the extension that the
   * first one started.
   */
  onUsage({ completionTokens }: Pick<TokenUsage, 'completionTokens'>): void | Promise<unknown> {
    if (this.#paid === Number.POSITIVE_INFINITY) return;
    if (completionTokens > this.#maxTokens) {
      this.#counted = completionTokens;
      this.#since = '';
      this.#sinceBytes = 0;
      this.#usageReports += 1;
    }
    if (this.#maxTokens > this.#extendAt) return this.#check();
  }

  /** Max tokens that the answer can have by now. */
  get #maxTokens(): number {
    return this.#counted + this.#sinceBytes;
  }

  async #check(): Promise<boolean> {
    await this.#count();
    // When no more can be held, the answer continues to the end of the hold.
    const near = this.#extendAt < this.#paid ? NEAR : 0;
    if (this.#counted <= this.#extendAt - near) return true;
    this.#extending ??= this.#extend().finally(() => (this.#extending = null));
    while (this.#maxTokens > this.#paid) {
      const before = this.#paid;
      await (this.#extending ?? this.#extend());
      if (this.#paid === before) return false;
    }
    return true;
  }

  async #count(): Promise<void> {
    const text = this.#since;
    const reports = this.#usageReports;
    this.#since = '';
    const tokens = await this.#tokensOf(text);
    if (reports !== this.#usageReports) return; // the provider's count includes this text by now
    this.#counted += tokens;
    this.#sinceBytes -= Buffer.byteLength(text);
  }

  /** Max tokens of this text among all candidates' tokenizers; a token per byte if it cannot be counted. */
  async #tokensOf(text: string): Promise<number> {
    try {
      this.#tokenizers ??= this.#readTokenizers();
      const counts = await Promise.all((await this.#tokenizers).map((one) => maxOutputTokensOf(text, one)));
      return Math.max(...counts);
    } catch (error) {
      const { id: generationId } = this.#generation;
      logger().warn({ generationId, error: (error as Error).message }, 'an answer could not be counted');
      return Buffer.byteLength(text);
    }
  }

  /** Tokenizers of all candidates. */
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

  async #extend(): Promise<void> {
    if (this.#paid >= this.#limit) {
      this.#extendAt = this.#paid;
      return;
    }
    const { id: generationId, maxOutputTokens } = this.#generation;
    const outputTokens = Math.min(this.#paid + STEP_OUTPUT, maxOutputTokens);
    const before = this.#paid;
    try {
      const paid = await extendHold({ generation: this.#generation, outputTokens });
      // A run that belongs to another worker or is held for completely needs no check: heartbeat or provider
      // ends it.
      if (paid === null) this.#paid = Number.POSITIVE_INFINITY;
      else this.#paid = paid >= maxOutputTokens ? this.#limit : paid;
    } catch (error) {
      logger().warn({ generationId, error: (error as Error).message }, 'a hold could not be extended');
    }
    this.#extendAt = this.#paid > before ? this.#paid - STEP_OUTPUT / 2 : this.#paid;
  }
}
