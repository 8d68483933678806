import type { Candidate } from '#app/core/generation/record/candidate.ts';
import type { Generation, NewGeneration } from '#app/core/generation/record/row.ts';
import type { Step } from '#app/core/generation/record/states.ts';
import type { ProviderError, ProviderEvent } from '#app/core/providers/contract.ts';
import type { WebhookCall, WebhookReport } from '#app/core/providers/media/shared/webhooks.ts';

/** The steps of a generation: rows of their own, so that a finished step is never repeated. */
export interface Steps {
  /** In their order. */
  read(): Promise<Step[]>;
  /**
   * Starts the next step. Its cost is taken from the hold of the parent, which must cover it.
   * @param wantedMicro the maximum that it can cost, in micro-dollars
   * @returns false when the account cannot pay for it
   */
  begin(step: Omit<NewGeneration, 'parentId'> & { step: number }, wantedMicro: bigint): Promise<boolean>;
}

/** The context in which an order is sent. */
export interface OrderContext extends JobContext {
  /** Our idempotency key, the same for each attempt; sent if the provider accepts one. */
  key: string;
  /** Receives events that arrive before the answer to the order is complete. */
  emit(event: ProviderEvent): void;
}

/** The provider's response to an order: a job id, and the whole result if it answers at once. */
export interface AcceptedOrder {
  jobId: string;
  answer?: PollResult;
}

/** The facts about an order whose answer was lost. */
export interface LostOrder extends JobContext {
  key: string;
  /** The job id from a signed webhook; null as long as none arrived. */
  webhookJobId: string | null;
}

/** The context in which a job is ordered or polled. */
export interface JobContext {
  generation: Generation;
  /** Aborted when the run is stopped, lost, or cut by the end of the process. */
  signal: AbortSignal;
  steps: Steps;
}

/** The result of a poll. `nextInMs`: when to poll again, if the provider says. `done`: 0 to 1, if it says. */
export type PollResult =
  | { state: 'waiting'; done?: number; nextInMs?: number }
  | { state: 'ended'; events: AsyncIterable<ProviderEvent> };

/**
 * A job that the provider works on by itself, for minutes or hours. It is ordered once: the row records that
 * before, and the provider's job id is stored before anything else is done. Then any worker polls it until it
 * has ended.
 */
export interface ProviderJob<Loaded> {
  /**
   * Orders it.
   * @throws ProviderError when the provider has refused it (`hasRefused`); after any other error it may have
   * been accepted
   */
  order(input: Loaded, candidate: Candidate, context: OrderContext): Promise<AcceptedOrder>;
  /** Returns whether the error means that nothing was ordered. Absent: true for a status of 400 to 499. */
  hasRefused?(error: ProviderError, candidate: Candidate): boolean;
  /**
   * Finds an order whose answer was lost, by our key, in the provider's list, or by a webhook's job id.
   * @returns null when it is not found
   */
  find(input: Loaded, candidate: Candidate, context: LostOrder): Promise<string | null>;
  /** Reads a webhook of its provider; null from one that sends none. Absent: none does. */
  readWebhook?(call: WebhookCall, candidate: Candidate): Promise<WebhookReport | null>;
  /** Returns whether a signed webhook will name an order whose answer was lost. Absent: none will. */
  isNamedByWebhook?(candidate: Candidate): boolean;
  /** @throws ProviderError when the job has failed, or cannot be polled at the moment (`retryable`) */
  poll(jobId: string, candidate: Candidate, context: JobContext): Promise<PollResult>;
  /** @returns true when the provider confirms that it ends unbilled; else its result is stored and paid */
  cancel(jobId: string, candidate: Candidate, context: JobContext): Promise<boolean>;
}
