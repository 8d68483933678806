import type { CompletionOptions, PromptMessage } from '#app/contracts/completion.ts';
import type { UserEvent } from '#app/contracts/user-events.ts';
import type { FollowUp } from '#app/core/follow-ups/follow-up.ts';
import type { SettledEnding, Ending } from '#app/core/generation/record/ending.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import type { Config } from '#app/core/platform/config-schema.ts';
import type { Transaction, Tx } from '#db/transaction.ts';

/** A chat prompt as its target builds it, when the row has no stored request. */
export interface Prompt {
  messages: PromptMessage[];
  options: CompletionOptions;
  /** The max output tokens that the caller set; null when the caller set none. */
  cap: number | null;
  /** False: the caller wants an answer that was cut to stay truncated. */
  resume?: boolean;
  /** True when the prompt message is the first of its conversation: the reply then triggers a title. */
  isFirst: boolean;
}

/** The facts about a stream log that determine how long it is kept. */
export interface LogFacts {
  /** True when its last entry is written. */
  hasEnded: boolean;
  hasVectors: boolean;
}

/**
 * The requester of a generation, and the destination of its result: one module for each (table.ts). The
 * engine knows none of them by name, and the kind of output (core/tasks) varies independently.
 */
export interface Target {
  readonly name: string;
  /** Its name in the account's activity and on the receipt; null when they do not show it. */
  readonly listedAs: 'chat' | 'api' | 'playground' | null;
  /** True: its run ends when it has no reader any more, and is not retried without one. */
  readonly endsWithReader: boolean;
  /**
   * True: its readers learn which offer answers, and get the output of choices besides plain text (tool
   * calls, refusals, further choices); a target with a single text gets only text.
   */
  readonly takesDeltas: boolean;
  /** The target that its generations count as for the limit of concurrent runs: both share the limit. */
  readonly countsAs?: 'call';
  /** Max concurrent generations of an account for it; 0: unlimited. */
  maxConcurrent(settings: Config): number;
  /**
   * Milliseconds for which its stream log is kept after its newest entry.
   * @param ttlMs the operator's setting
   */
  keepsLogFor(facts: LogFacts, ttlMs: number): number;
  /** True: its whole output is passed to `storeResult`, whatever the outcome. */
  readonly storesLog?: true;
  /** Milliseconds for which its generated files are kept; null: until their owner deletes them. */
  readonly keepsFilesFor: number | null;
  /** Builds the prompt when the row has no stored request. */
  loadPrompt?(tx: Tx, generation: Generation): Promise<Prompt>;
  /**
   * Returns whether the message that a generation with a stored request answers is the first of its
   * conversation; absent: the target has no conversation.
   */
  isFirst?(tx: Tx, generation: Generation): Promise<boolean>;
  /** The stored result of an output text; absent: the whole text. */
  resultOf?(text: string): string;
  /**
   * Stores results where they belong, in the transaction that settles their generations. Conversations are
   * locked, rows are closed.
   */
  storeResult?(tx: Transaction, booked: readonly SettledEnding[]): Promise<void>;
  /**
   * The text that `storeResult` has stored for a reply, for readers that arrive after its end; undefined when
   * it was deleted.
   */
  storedText?(tx: Tx, replyId: string): Promise<{ text: string; thinking: string | null } | undefined>;
  /** True: its readers get the progress of long work, and the newest preview of unfinished images. */
  readonly reportsProgress?: true;
  /** The events that the user's tabs and devices get when it ends. */
  userEvents?(ending: Ending): UserEvent[];
  /** The jobs that are due after its end. @param input the input that its task loaded */
  followUps?(ending: Ending, input: { isFirst?: boolean }): FollowUp[];
}

/**
 * Returns whether the whole log of a generation is passed to `storeResult`: for its target, for repeats of
 * the call or for its account.
 */
export function needsLog(
  { storesLog }: Pick<Target, 'storesLog'>,
  { keepsAnswer, storesContent }: Pick<Generation, 'keepsAnswer' | 'storesContent'>,
): boolean {
  return storesLog === true || keepsAnswer || storesContent;
}
