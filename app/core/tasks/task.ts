import type { Usage } from '#app/contracts/cost.ts';
import type { FileKind } from '#app/contracts/files/file-types.ts';
import type { ChargeReason, FinishReason } from '#app/contracts/generation.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { FileRecord } from '#app/core/files/records/file-record.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import type { Delivery, JobAsked } from '#app/core/generation/record/columns.ts';
import type { UsageSource } from '#app/core/generation/record/ending.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import type { Config } from '#app/core/platform/config-schema.ts';
import type { ProviderContext, ProviderEvent } from '#app/core/providers/contract.ts';
import type { ApiCall } from '#app/core/targets/api-call.ts';
import type { Tx } from '#db/transaction.ts';
import type { PricedCall } from './price.ts';
import type { ProviderJob } from './provider-job.ts';

/** Bounds of the runs of a task in one worker process. */
export interface TaskLimits {
  /** Runs at a time. */
  concurrency: number;
  /** Milliseconds of silence after which a provider is given up. */
  stallMs: number;
  /** Milliseconds after which a run is ended, whatever it does. */
  deadlineMs: number;
}

/** A call of the public API, priced, and what its row keeps of it for the worker. */
export interface PlannedCall {
  priced: PricedCall;
  request: object;
  delivery: Delivery;
  /** How many answers are asked for. */
  choices: number;
  /** What its row shows of the order while its request is kept and after: none of its words. Absent: nothing. */
  asked?: JobAsked;
}

/** What an answer without a word says of itself. `reasons`: why each of its choices ended. */
export interface EmptyAnswer {
  reasons: readonly FinishReason[];
  usage: TokenUsage | null;
}

/** Why an answer without a word is charged. */
export type EmptyReason = Extract<ChargeReason, 'max_tokens' | 'stop_sequence' | 'no_words'>;

/** What may come out of a task that makes pictures or videos. */
export interface PieceRules {
  kind: FileKind;
  /** Of each. */
  maxBytes: number;
}

/** What a run has made, as far as it came. */
export interface Made {
  files: readonly FileRecord[];
  /** By its provider's count, where that has one. */
  usage: TokenUsage | null;
}

/** What is to be paid for, and who counted it. */
export interface Used {
  usage: Usage;
  usageSource: UsageSource;
}

/** An answer that was cut, and what asks another to go on with it. */
export interface GoneOn<Loaded extends Input = Input> {
  input: Loaded;
  said: {
    /** All of it, with what it went on from itself. */
    text: string;
    /** Its last words, which the other is asked to repeat. */
    tail: string;
    /** It is one JSON document. */
    isJson: boolean;
  };
}

/** What a task loads, which goes to that task alone. */
export interface Input {
  /** True when what it answers is the first message of its conversation. */
  isFirst?: boolean;
}

/**
 * What a generation makes: one module for each (table.ts), all with the same functions. The engine knows none of them by
 * name, and who asked (core/targets) varies independently.
 */
export interface Task<Loaded extends Input = Input> {
  readonly name: string;
  /** The queue that its runs are woken by. */
  readonly queue: string;
  limits(settings: Config): TaskLimits;
  /**
   * Routes and prices a call of the public API; absent where there is none for it.
   * @throws AppError for everything that cannot be asked
   */
  planCall?(call: ApiCall, at: Date): Promise<PlannedCall>;
  /** What is to be made, from the row and from where its target has it. */
  load(tx: Tx, generation: Generation): Promise<Loaded>;
  /**
   * Asks the provider of one candidate, and passes on what it says; absent where the task has a `job`.
   * @throws ProviderError, also where the provider is not set up any more
   */
  execute?(
    input: Loaded,
    candidate: Candidate,
    context: Omit<ProviderContext, 'credentials'> & { generation: Generation },
  ): AsyncIterable<ProviderEvent>;
  /** Tokens of all that a candidate was sent, by our own count and without margin. */
  countSent(
    input: Loaded,
    candidate: Candidate | null,
    tokenizer: string,
  ): Promise<Pick<TokenUsage, 'promptTokens'>>;
  /**
   * Why an answer without a word is charged.
   * @returns null for a failure of the provider: it is free, and another offer may be asked
   */
  emptyReason(answer: EmptyAnswer, input: Loaded, candidate: Candidate | null): EmptyReason | null;
  /**
   * What asks another to go on with an answer that was cut (`own`: what this run has said); null where it cannot be gone on
   * with. Absent: nothing can.
   */
  goOn?(input: Loaded, own: string): GoneOn<Loaded> | null;
  /** What is ordered and looked at instead; no process waits for it. */
  readonly job?: ProviderJob<Loaded>;
  /** Absent: it makes neither pictures nor videos. */
  readonly pieces?: PieceRules;
  /** What is to be paid for, where that is more than words. */
  usageOf?(input: Loaded, candidate: Candidate | null, made: Made): Promise<Used>;
  /** Its cost and its usage are those of its steps. */
  readonly hasSteps?: boolean;
  /** Lets work wait for its turn where its input makes it heavy; absent: none does. */
  inTurn?<T>(input: Loaded, work: () => Promise<T>): Promise<T>;
}
