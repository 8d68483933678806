import type { Append } from '#app/core/conversations/messages/append.ts';
import type { NewIdempotentCall } from '#app/core/idempotency/remember-calls.ts';
import type { Estimate } from '#app/core/tasks/price/estimate.ts';
import type { HoldStep } from '#app/core/tasks/price/hold-step.ts';
import type { CappedKey } from './key-budgets.ts';
import type { NewGeneration } from '#app/core/generation/record/row.ts';

/** A checked and priced generation, before any lock is taken. */
export interface Plan {
  generation: NewGeneration;
  estimate: Estimate;
  /** What is held at first; null where everything is. */
  firstStep: HoldStep | null;
  /** What it adds to a conversation; null for a call of the public API. */
  append: Append | null;
  /** The client's name for a call; `replaces` an earlier one of that name that left no answer. */
  idempotency?: NewIdempotentCall;
  /** The key whose caps it counts against; null for what people send themselves. */
  key: CappedKey | null;
  /** To be called when it is written, before anybody can begin to answer it. */
  beforeEnqueue?: () => void;
}
