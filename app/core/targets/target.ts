import type { CompletionOptions, PromptMessage } from '#app/contracts/completion.ts';
import type { UserEvent } from '#app/contracts/user-events.ts';
import type { FollowUp } from '#app/core/follow-ups/follow-up.ts';
import type { Booked, Ending } from '#app/core/generation/record/ending.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import type { Config } from '#app/core/platform/config-schema.ts';
import type { Transaction, Tx } from '#db/transaction.ts';

/** A chat as its target tells it, where the row carries no request. */
export interface Prompt {
  messages: PromptMessage[];
  options: CompletionOptions;
  /** The longest answer that the caller wants, in tokens; null where it left that to us. */
  cap: number | null;
  /** False: its caller wants an answer that was cut to stay so. */
  resume?: boolean;
  /** True when the prompt message is the first of its conversation: the reply brings a title. */
  isFirst: boolean;
}

/** What is known of a stream log when the time is set for which it is kept. */
export interface LogFacts {
  /** Its last entry is written. */
  hasEnded: boolean;
  hasVectors: boolean;
}

/**
 * Who asked for a generation, and where its result goes: one module for each (table.ts). The engine knows none of them
 * by name, and what is made (core/tasks) varies independently.
 */
export interface Target {
  readonly name: string;
  /** How the account's activity and the receipt call it; null where they do not show it. */
  readonly listedAs: 'chat' | 'api' | 'playground' | null;
  /** Its run ends when nobody reads it any more, and is not repeated for nobody. */
  readonly endsWithReader: boolean;
  /**
   * Its readers are told who answers, and get what choices say beside plain text (tool calls, refusals, further
   * choices); a target that has one text gets their words as text.
   */
  readonly takesDeltas: boolean;
  /** The target that its generations count as among those that are under way: both share the bound. */
  readonly countsAs?: 'call';
  /** The most generations for it that an account may have under way; 0: any number. */
  mostAtOnce(settings: Config): number;
  /** Milliseconds for which its stream log is kept after its newest entry. @param ttlMs the operator's setting */
  keepsLogFor(facts: LogFacts, ttlMs: number): number;
  /** All that it said is handed to `land`, however it ended. */
  readonly keepsLog?: true;
  /** Milliseconds for which what was made for it is kept; null: until its owner deletes it. */
  readonly keepsFilesFor: number | null;
  /** What is asked for, where the row carries no request. */
  loadPrompt?(tx: Tx, generation: Generation): Promise<Prompt>;
  /** Whether a conversation begins with what a generation answers that carries its request; absent: there is none. */
  isFirst?(tx: Tx, generation: Generation): Promise<boolean>;
  /** The result that is stored of what was said; absent: all of it. */
  resultOf?(text: string): string;
  /**
   * Puts results where they belong, in the transaction that settles their generations. Conversations are locked, rows are
   * closed.
   */
  land?(tx: Transaction, booked: readonly Booked[]): Promise<void>;
  /** What `land` has put under the id of its reply, for readers who come after its end; undefined where that was deleted. */
  storedText?(tx: Tx, replyId: string): Promise<{ text: string; thinking: string | null } | undefined>;
  /** They are told how much is done of what takes minutes, and shown the newest picture of those that are not finished. */
  readonly tellsProgress?: true;
  /** What the user's tabs and devices are told of its end. */
  userEvents?(ending: Ending): UserEvent[];
  /** What is due after its end. @param input what its task loaded */
  followUps?(ending: Ending, input: { isFirst?: boolean }): FollowUp[];
}

/** Whether the whole log of a generation is handed to `land`: for its target, for repeats of the call or for its account. */
export function landsLog(
  { keepsLog }: Pick<Target, 'keepsLog'>,
  { keepsAnswer, storesContent }: Pick<Generation, 'keepsAnswer' | 'storesContent'>,
): boolean {
  return keepsLog === true || keepsAnswer || storesContent;
}
