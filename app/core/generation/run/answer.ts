import { deltaText, type CompletionDelta } from '#app/contracts/completion.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import { DELIVERIES } from '#app/core/generation/record/columns.ts';
import { candidatesOf, type Generation } from '#app/core/generation/record/row.ts';
import { RunAborted } from '#app/core/generation/stream/run-aborted.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { countFurtherOffer } from '#app/core/limits/quotas.ts';
import { config } from '#app/core/platform/config.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import { mayCall, reportHealth } from '#app/core/routing/health/breaker.ts';
import type { HealthReport } from '#app/core/routing/health/offer-health.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { Input } from '#app/core/tasks/task.ts';
import { applyEvent, beginAnswer } from './events.ts';
import { continueAnswer } from './continuation/continued-answer.ts';
import { withFailover } from './failover.ts';
import { GrowingHold } from './growing-hold.ts';
import { splitTextEvents, watchStream } from './provider-call.ts';
import type { WorkerContext } from './worker-context.ts';

/** A claimed run, with the input its task loaded. */
export interface StartedRun {
  reply: RunningReply;
  input: Input;
  /** Resolves when the claim is committed. */
  stored: Promise<void>;
  /** A worker that was lost began it. */
  isTakenOver: boolean;
}

/**
 * Calls the provider, and the next one while none has begun to answer, and adds the output to the reply.
 * @returns the error that ended the stream early, or null
 * @throws Error if the claim was lost: the provider's output must not be published then
 */
export async function streamAnswer(
  { reply, input, stored, isTakenOver }: StartedRun,
  worker: WorkerContext,
): Promise<unknown> {
  const { generation } = reply;
  const { isSeen } = DELIVERIES[generation.delivery];
  const limits = taskOf(generation).limits(config());
  const { deadlineMs } = limits;
  const candidates = candidatesOf(generation);
  // A whole answer is silent until it arrives: each candidate gets a share of the time.
  const shareMs = Math.max(limits.stallMs, deadlineMs / candidates.length);
  const stallMs = isSeen ? limits.stallMs : shareMs;
  const deadline = setTimeout(() => reply.abort.abort(new RunAborted('deadline')), deadlineMs);
  let failure: unknown = null;
  const hold = new GrowingHold(generation);
  const consume = async (events: AsyncIterable<ProviderEvent>) => {
    for await (const event of hold.endsAnswer ? splitTextEvents(events) : events) {
      if (!reply.isStored) await stored;
      if (event.type !== 'usage' && event.type !== 'finish') {
        const text = billedText(event);
        if (!reply.hasRoomFor(text.length))
          throw new ProviderError('provider_malformed', 'the answer does not end');
        const isCovered = hold.covers(text);
        if (isCovered !== true && !(await isCovered)) {
          reply.finishReasons[0] = 'length';
          break;
        }
      }
      applyEvent(reply, event, worker);
      if (event.type === 'usage') await hold.onUsage(event.usage);
    }
  };
  // Errors of a user's own key say nothing about the offer, and an offer that fails for others may answer it.
  const isReady = async ({ offerId }: Candidate) => generation.ownKey || offerId === null || mayCall(offerId);
  const onHealth = ({ offerId }: Candidate, report: HealthReport) =>
    !generation.ownKey && offerId && reportHealth(offerId, report);
  const begin = () =>
    consume(
      withFailover(candidates, {
        signal: reply.abort.signal,
        call: (candidate) => callProvider(candidate, { reply, input, stallMs }),
        isAnswer: (candidate, events) => isAnswer(events, candidate, { generation, input }),
        // A call with the user's own key costs the operator nothing.
        mayCallFurther: async () => generation.ownKey || countFurtherOffer(generation.userId),
        onCount(usage) {
          reply.count(usage);
          void hold.onUsage(usage);
        },
        onBegin: (candidate) => beginAnswer(reply, candidate),
        onAttempt(attempt) {
          reply.attempts.push(attempt);
          if (attempt.errorCode) reply.startCall(null);
        },
        isReady,
        onHealth,
      }),
    );
  try {
    if (isTakenOver) {
      await hold.covers(reply.plainText ?? '');
      // The answer was cut off by our own worker, not by a provider.
      failure = new RunAborted('shutdown');
    } else {
      // The lost worker may have published reasoning.
      if (reply.thinking !== '') await hold.covers(reply.thinking);
      await begin();
    }
  } catch (error) {
    failure = error;
  }
  // An answer that its reader left is not continued: no reader waits for the rest.
  if (reply.leftUntil && (failure || reply.finishReason === null)) failure = new RunAborted('stopped');
  try {
    failure = await continueAnswer(failure, {
      reply,
      input,
      candidates,
      stallMs,
      consume,
      isReady,
      onHealth,
    });
  } finally {
    clearTimeout(deadline);
  }
  await stored;
  return failure;
}

/** Text of an event, for counting; vectors are charged by their inputs. */
function billedText(event: ProviderEvent): string {
  if (event.type === 'delta') return deltaText(event.delta) + calledIds(event.delta);
  return 'text' in event ? event.text : '';
}

/** The model also writes the ids of tool calls. */
function calledIds({ tool_calls: calls }: CompletionDelta): string {
  return calls?.map(({ id }) => id ?? '').join('') ?? '';
}

interface Call {
  reply: RunningReply;
  input: Input;
  stallMs: number;
}

/** Starts one provider call. */
function callProvider(
  candidate: Candidate,
  { reply, input, stallMs }: Call,
): AsyncIterableIterator<ProviderEvent> {
  const { generation, abort } = reply;
  const onSent = () => (reply.isSent = true);
  const onAccepted = () => reply.acceptCall();
  const { execute } = taskOf(generation);
  if (!execute) throw new Error(`The task ${generation.task} is not executed`);
  reply.startCall(candidate);
  return watchStream((signal) => execute(input, candidate, { generation, signal, onSent, onAccepted }), {
    signal: abort.signal,
    stallMs,
  });
}

/** Whether an end without output counts as an answer. */
function isAnswer(
  events: readonly ProviderEvent[],
  candidate: Candidate,
  { generation, input }: { generation: Generation; input: Input },
): boolean {
  const usage = events.findLast((event) => event.type === 'usage')?.usage ?? null;
  const reasons = events.flatMap((event) => (event.type === 'finish' ? event.reason : []));
  return taskOf(generation).emptyReason({ reasons, usage }, input, candidate) !== null;
}
