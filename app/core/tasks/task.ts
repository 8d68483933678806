import type { Usage } from '#app/contracts/cost.ts';
import type { FileKind } from '#app/contracts/files/file-types.ts';
import type { ChargeReason, FinishReason } from '#app/contracts/generation.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import type { UsageSource } from '#app/core/generation/record/ending.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import type { Config } from '#app/core/platform/config-schema.ts';
import type { ProviderContext, ProviderEvent } from '#app/core/providers/contract.ts';
import type { Ask } from '#app/core/targets/ask.ts';
import type { Tx } from '#db/transaction.ts';
import type { PricedAsk } from './price.ts';
import type { ProviderJob } from './provider-job.ts';

/** Limits of the runs of a task in one worker process. */
export interface TaskLimits {
  /** Runs at a time. */
  concurrency: number;
  /** Milliseconds of silence after which a provider is given up. */
  stallMs: number;
  /** Milliseconds after which a run is ended, whatever it does. */
  deadlineMs: number;
}

/** The outcome of an answer without text. `reasons`: the finish reason of each of its choices. */
export interface EmptyAnswer {
  reasons: readonly FinishReason[];
  usage: TokenUsage | null;
}

/** The reason why an answer without text is charged. */
export type EmptyReason = Extract<ChargeReason, 'max_tokens' | 'stop_sequence' | 'no_words'>;

/** Limits of the output of a task that creates images or videos. */
export interface PieceRules {
  kind: FileKind;
  /** Of each piece. */
  maxBytes: number;
}

/** The output of a run, possibly incomplete. */
export interface Made {
  files: readonly FileRecord[];
  /** By its provider's count, if it has one. */
  usage: TokenUsage | null;
}

/** The usage to charge, and its source. */
export interface Used {
  usage: Usage;
  usageSource: UsageSource;
}

/** An answer that was cut, and the input that asks another offer to continue it. */
export interface Continuation<Loaded extends Input = Input> {
  input: Loaded;
  soFar: {
    /** The whole text, including the prefix that the answer itself continued. */
    text: string;
    /** The last characters of the text, which the next offer is asked to repeat. */
    tail: string;
    /** True when the text is one JSON document. */
    isJson: boolean;
  };
}

/** The input that a task loads; only that task reads it. */
export interface Input {
  /** True when the answered message is the first of its conversation. */
  isFirst?: boolean;
}

/**
 * The kind of output of a generation: one module for each (table.ts), all with the same functions. The engine
 * knows none of them by name, and the requester (core/targets) varies independently.
 */
export interface Task<Loaded extends Input = Input> {
  readonly name: string;
  /** The queue that wakes its runs. */
  readonly queue: string;
  limits(settings: Config): TaskLimits;
  /**
   * Routes, weighs and prices a request; absent when no request asks for the task. Writes nothing.
   * @throws AppError for a request that no offer can answer
   */
  price?(ask: Ask, at: Date): Promise<PricedAsk>;
  /** Loads the input, from the row and from the data of its target. */
  load(tx: Tx, generation: Generation): Promise<Loaded>;
  /**
   * Calls the provider of one candidate, and passes its events on; absent when the task has a `job`.
   * @throws ProviderError, also when the provider is no longer set up
   */
  execute?(
    input: Loaded,
    candidate: Candidate,
    context: Omit<ProviderContext, 'credentials'> & { generation: Generation },
  ): AsyncIterable<ProviderEvent>;
  /** Tokens of everything that a candidate was sent, by our own count and without margin. */
  countSent(
    input: Loaded,
    candidate: Candidate | null,
    tokenizer: string,
  ): Promise<Pick<TokenUsage, 'promptTokens'>>;
  /**
   * The reason why an answer without text is charged.
   * @returns null for a failure of the provider: it is free, and another offer may be tried
   */
  emptyReason(answer: EmptyAnswer, input: Loaded, candidate: Candidate | null): EmptyReason | null;
  /**
   * The input that asks another offer to continue an answer that was cut (`own`: the output of this run);
   * null when it cannot be continued. Absent: no answer can.
   */
  continuationOf?(input: Loaded, own: string): Continuation<Loaded> | null;
  /** Used instead of `execute` for work that is ordered and polled; no process waits for it. */
  readonly job?: ProviderJob<Loaded>;
  /** Absent: the task creates neither images nor videos. */
  readonly pieces?: PieceRules;
  /** The usage to charge, when that is more than tokens of text. */
  usageOf?(input: Loaded, candidate: Candidate | null, made: Made): Promise<Used>;
  /** True: its cost and its usage are the sums of its steps. */
  readonly hasSteps?: boolean;
  /** Makes work wait for its turn when its input makes it heavy; absent: no work waits. */
  inTurn?<T>(input: Loaded, work: () => Promise<T>): Promise<T>;
}
