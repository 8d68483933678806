import type { Candidate } from '#app/core/generation/record/candidate.ts';
import type { Generation, NewGeneration } from '#app/core/generation/record/row.ts';
import type { Step } from '#app/core/generation/record/states.ts';
import type { ProviderError, ProviderEvent } from '#app/core/providers/contract.ts';
import type { WebhookCall, WebhookNews } from '#app/core/providers/media/webhooks.ts';

/** The steps of a generation: rows of their own, so that what has ended is never repeated. */
export interface Steps {
  /** In their order. */
  read(): Promise<Step[]>;
  /**
   * Begins the next step. Its money is held with the parent, for which it must be there.
   * @param wantedMicro the most that it can cost
   * @returns false where the account cannot pay for it
   */
  begin(step: Omit<NewGeneration, 'parentId'> & { step: number }, wantedMicro: bigint): Promise<boolean>;
}

/** An order that is on its way. */
export interface OrderContext extends JobContext {
  /** Ours, the same for each try; sent where the provider takes one. */
  key: string;
  /** Takes what the provider says while its answer to the order goes on. */
  tell(event: ProviderEvent): void;
}

/** What a provider has made of an order: a job that it names, or all of it, where it answers at once. */
export interface Taken {
  jobId: string;
  answer?: JobLook;
}

/** What is known of an order whose answer was lost. */
export interface LostOrder extends JobContext {
  key: string;
  /** What a signed webhook has called it; null as long as none came. */
  toldId: string | null;
}

/** What a job is given when it is ordered or looked at. */
export interface JobContext {
  generation: Generation;
  /** Aborted when the run is stopped, lost, or cut by the end of the process. */
  signal: AbortSignal;
  steps: Steps;
}

/** What a look at a job finds. `nextInMs`: when to look again, where the provider says. `done`: 0 to 1, where it says. */
export type JobLook =
  | { state: 'waiting'; done?: number; nextInMs?: number }
  | { state: 'ended'; events: AsyncIterable<ProviderEvent> };

/**
 * What a provider works on by itself, for minutes or hours. It is ordered once: the row says so before, and the
 * provider's name of it is stored before anything else is done. Then it is looked at until it has ended, by whichever
 * worker is there.
 */
export interface ProviderJob<Loaded> {
  /**
   * Orders it.
   * @throws ProviderError where the provider has refused it (`hasRefused`); after anything else it may have been taken
   */
  order(input: Loaded, candidate: Candidate, context: OrderContext): Promise<Taken>;
  /** Whether nothing was ordered, by what the order has thrown. Absent: a status from 400 to 499 says so. */
  hasRefused?(error: ProviderError, candidate: Candidate): boolean;
  /** Looks for an order whose answer was lost, by our key, in the provider's list, or by what a webhook has told. @returns null where it is not found */
  find(input: Loaded, candidate: Candidate, context: LostOrder): Promise<string | null>;
  /** Reads what its provider reports; null from one that reports nothing. Absent: none does. */
  readWebhook?(call: WebhookCall, candidate: Candidate): Promise<WebhookNews | null>;
  /** Whether a signed webhook will name an order whose answer was lost. Absent: none will. */
  isToldOf?(candidate: Candidate): boolean;
  /** @throws ProviderError when it has failed, or cannot be looked at just now (`retryable`) */
  look(jobId: string, candidate: Candidate, context: JobContext): Promise<JobLook>;
  /** @returns true when the provider says that it ends unbilled; else it goes on, is stored, and is paid for */
  cancel(jobId: string, candidate: Candidate, context: JobContext): Promise<boolean>;
}
