import { AppError } from '#app/contracts/errors.ts';
import type { Append } from '#app/core/conversations/messages/append.ts';
import type { KnownCall } from '#app/core/idempotency/known-calls.ts';
import { assertSameBody, nameOf } from '#app/core/idempotency/idempotent-call.ts';
import type { Outcome } from '#app/core/platform/batcher.ts';
import { refused, stored, type Admission } from './admission.ts';
import type { Found } from './lock-and-read.ts';
import type { Plan } from './plan.ts';

/** Plans that are to be written, and the outcome of the others as far as they do not repeat one of these. */
export interface Sorted {
  fresh: Plan[];
  outcomes: Map<Plan, Outcome<Admission>>;
  /** The plan that another of this batch repeats. */
  firstOf(plan: Plan): Plan;
}

/** Finds the plans that repeat what was sent before, or each other, and those that add to what is not theirs. */
export function findKnown(
  plans: readonly Plan[],
  found: Pick<Found, 'sends' | 'calls' | 'committed' | 'conversations'>,
): Sorted {
  const outcomes = new Map<Plan, Outcome<Admission>>();
  const first = new Map<string, Plan>();
  const fresh: Plan[] = [];
  for (const plan of plans) {
    const { append, generation } = plan;
    const known = found.committed.has(generation.id) ? generation.id : found.sends.get(sendKey(plan));
    const call = knownCall(plan, found.calls);
    if (known) outcomes.set(plan, stored(known, known !== generation.id));
    else if (call) outcomes.set(plan, repeatOf(call, plan));
    else if (first.has(sendKey(plan))) continue;
    else if (append && !isOwn(append, found.conversations)) {
      outcomes.set(plan, refused(new AppError('not_found', { param: 'conversationId' })));
    } else {
      first.set(sendKey(plan), plan);
      fresh.push(plan);
    }
  }
  return { fresh, outcomes, firstOf: (plan) => first.get(sendKey(plan))! };
}

/** A conversation that is there already must be the caller's. */
function isOwn({ conversation, userId }: Append, conversations: Found['conversations']): boolean {
  return conversation.isNew || conversations.get(conversation.id)?.userId === userId;
}

/** What two plans have in common when one repeats the other. */
function sendKey({ append, generation, idempotency }: Plan): string {
  if (idempotency) return `${nameOf(idempotency)} ${idempotency.requestHash}`;
  return `${generation.userId} ${append?.sendRef ?? generation.id}`;
}

/** The call that a plan repeats, unless it takes that call's place. */
function knownCall({ idempotency }: Plan, calls: Found['calls']): KnownCall | undefined {
  const known = idempotency && calls.get(nameOf(idempotency));
  return known && known.generationId !== idempotency.replaces ? known : undefined;
}

function repeatOf(known: KnownCall, { idempotency }: Plan): Outcome<Admission> {
  try {
    assertSameBody(known, idempotency!);
    return stored(known.generationId, true);
  } catch (error) {
    return { ok: false, error };
  }
}
